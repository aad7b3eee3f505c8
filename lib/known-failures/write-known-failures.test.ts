import { describe, expect, it } from 'vitest';
import { inFolder, loaded } from '../cases/testing.ts';
import { loadKnownFailures } from './load-known-failures.ts';
import {
  changedKnownFailures,
  type KnownChange,
  type WrittenPart,
  type WrittenRest,
} from './write-known-failures.ts';

const old = `# Seen in the acceptance test
known-failures:
  # The gateway is older than the rule.
  - exchanges: "*/canonical/*" # all of them
    rules: [http/charset, xml/no-dtd] # both
    reason: "nobody reads it: everybody takes UTF-8"
    owner: sms-team
    expires: 2027-01-31 # asked for in April
  # The other one
  - exchanges:
      - A/**
      - B/**
    rules: [http/charset]
    reason: it is so for now
    expires: 2027-01-31
`;

const whole: readonly WrittenRest[] = [{ what: 'whole', renewed: false }];

const nothing: KnownChange = {
  ...{ kept: [whole, whole], added: [] },
  ...{ expires: '2027-06-30', reason: 'TODO: why this is accepted' },
  renewedReason: (reason, expired) => `TODO after ${expired}: ${reason}`,
};

function left(...parts: readonly WrittenPart[]): readonly WrittenRest[] {
  return parts.map((what) => ({ what, renewed: false }));
}

function change(changed: Partial<KnownChange>, text: string | null = old): string {
  const written = changedKnownFailures(text, { ...nothing, ...changed });
  const rules = { listable: ['http/charset', 'xml/no-dtd'], others: [] };
  inFolder({ 'known.yaml': written }, () => loaded(loadKnownFailures('known.yaml', rules)));
  return written;
}

describe('a file of known failures', () => {
  it('stays as it was written where nothing changes', () => {
    expect(change({})).toBe(old);
  });

  it('keeps every comment, reason and owner of what is narrowed', () => {
    const part = { patterns: ['A/canonical/soap11'], rules: ['http/charset'] };
    expect(change({ kept: [left(part), whole] })).toBe(
      old
        .replace('"*/canonical/*"', 'A/canonical/soap11')
        .replace('[http/charset, xml/no-dtd]', '[http/charset]'),
    );
  });

  it('has a narrowed entry as often as it takes, each with the reason', () => {
    const parts = [
      { patterns: ['A/canonical/*'], rules: ['http/charset'] },
      { patterns: ['B/canonical/*', 'C/**'], rules: ['xml/no-dtd'] },
    ];
    const written = change({ kept: [left(...parts), whole] });
    expect(
      written.match(/reason: "nobody reads it: everybody takes UTF-8"\n {4}owner: sms-team/g),
    ).toHaveLength(2);
    expect(written).toContain(
      '  - exchanges: A/canonical/* # all of them\n    rules: [http/charset] # both\n',
    );
    expect(written).toContain('      - B/canonical/*\n      - C/**\n');
  });

  it('loses an entry of which nothing is left, and its comment', () => {
    const written = change({ kept: [whole, []] });
    expect(written).toBe(old.slice(0, old.indexOf('  # The other one')));
  });

  it('gives an entry that has expired another day, and a reason to look at', () => {
    const renewed = { what: 'whole', renewed: true } as const;
    expect(change({ kept: [[renewed], whole] })).toBe(
      old
        .replace('2027-01-31 #', '2027-06-30 #')
        .replace('"nobody reads', '"TODO after 2027-01-31: nobody reads'),
    );
  });

  it('gives another day to the part of an entry that is renewed, and leaves the rest as it was', () => {
    const part = { patterns: ['A/canonical/*'], rules: ['http/charset'] };
    const rest = { patterns: ['B/canonical/*'], rules: ['http/charset'] };
    const parts = [
      { what: part, renewed: true },
      { what: rest, renewed: false },
    ];
    const written = change({ kept: [whole, parts] });
    const tail = written.slice(written.indexOf('  # The other one'));
    expect(tail).toBe(
      [
        '  # The other one',
        '  - exchanges: A/canonical/*',
        '    rules: [http/charset]',
        '    reason: "TODO after 2027-01-31: it is so for now"',
        '    expires: 2027-06-30',
        '  # The other one',
        '  - exchanges: B/canonical/*',
        '    rules: [http/charset]',
        '    reason: it is so for now',
        '    expires: 2027-01-31',
        '',
      ].join('\n'),
    );
  });

  it('gets what is new at its end', () => {
    const part = { patterns: ['**'], rules: ['xml/no-dtd'] };
    expect(change({ added: [part] })).toBe(
      `${old}  - exchanges: "**"\n    rules: [xml/no-dtd]\n    reason: "TODO: why this is accepted"\n    expires: 2027-06-30\n`,
    );
  });

  it('is one of its own where there was none', () => {
    const part = { patterns: ['A/x/*', 'B/x/*'], rules: ['http/charset', 'xml/no-dtd'] };
    expect(change({ kept: [], added: [part] }, null)).toMatch(
      /^# .+\nknown-failures:\n {2}- exchanges:\n {6}- A\/x\/\*\n {6}- B\/x\/\*\n {4}rules: \[http\/charset, xml\/no-dtd\]\n/,
    );
  });

  it('can be empty, and is filled again', () => {
    const empty = change({ kept: [[], []] }, old.replace('  # The gateway is older than the rule.\n', ''));
    expect(empty).toMatch(/^# Seen in the acceptance test\nknown-failures:\s+\[\]\n$/);
    const part = { patterns: ['**'], rules: ['http/charset'] };
    expect(change({ kept: [], added: [part] }, empty)).toContain('  - exchanges: "**"\n');
  });
});
