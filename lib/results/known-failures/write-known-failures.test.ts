import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../../../suites/self/folders.ts';
import { lacks } from '../../../suites/self/needs.ts';
import {
  type ChangedRecord,
  findingOf,
  plannedExchanges,
  recordOf,
  runOf,
} from '../../../suites/support/report.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { JudgedExchange } from '../../model/judging/verdict.ts';
import type { ExchangeRecord } from '../../model/running/results.ts';
import { ownWords } from '../../secrets/mask.ts';
import { withKnownFailures } from './apply-known-failures.ts';
import { readKnownFailures } from './known-failures.ts';
import { writeKnownFailures } from './write-known-failures.ts';

const whole = plannedExchanges('**');
const plan = whole.map(({ id }) => id);
const canonical = whole.filter(({ case: name }) => name === 'canonical');
const charset = findingOf({ rule: 'http/charset', actual: 'no charset' });
const order = findingOf({ rule: 'result/field-order', level: 'should', actual: 'reversed' });
const gap = findingOf({ rule: 'delivery/echo', level: 'gap' });

/** Writes `text` to a file, renews it by a run over these exchanges, and returns the new text and what was told. */
async function written(
  changedOf: (exchange: Exchange) => ChangedRecord,
  { text, exchanges = canonical }: { text?: string; exchanges?: readonly Exchange[] } = {},
) {
  const path = join(newFolder(), 'known.yaml');
  if (text !== undefined) {
    writeFileSync(path, text);
    chmodSync(path, 0o646);
  }
  const known = readKnownFailures(text === undefined ? null : path, plan, '2027-01-01');
  if (!known.ok) throw new Error(known.message);
  const records = exchanges.map((exchange): ExchangeRecord => {
    const record = recordOf(exchange, changedOf(exchange));
    const judged = { ...record, evaluated: [] } as unknown as JudgedExchange;
    const own = known.value.filter((one) => one.exchanges.includes(exchange.id));
    const { verdict, known: applied } = withKnownFailures(judged, own, 'must');
    return { ...record, verdict, ...(applied && { known: ownWords(applied) }) };
  });
  const run = { ...runOf(exchanges), known: known.value };
  const { places, faults } = await writeKnownFailures(path, run, records, new Date('2027-01-01'));
  expect(faults).toEqual([]);
  const after = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  const mode = text === undefined ? 0o644 : 0o646;
  expect(after === undefined || (statSync(path).mode & 0o777) === mode).toBe(true);
  // The file must list what it says, and be one that a run can use.
  const again = readKnownFailures(path, plan, '2027-01-01');
  expect(after === undefined || again.ok).toBe(true);
  return { text: after, told: places.map((line) => line.replace(/^known file +(?:\/\S+ )?/, '')) };
}

function over(binding: string, ...findings: readonly ExchangeRecord['findings'][number][]) {
  return (exchange: Exchange): ChangedRecord =>
    exchange.binding === binding ? { verdict: 'failed', findings } : {};
}

function entry(exchanges: string, rules: string, expires = '2027-06-30'): string {
  return `  - exchanges:${exchanges}\n    rules: [${rules}]\n    reason: the old gateway never did\n    owner: sms-team\n    expires: ${expires}\n`;
}

function file(...entries: readonly string[]): string {
  return `known-failures:\n${entries.join('')}`;
}

/** Ids of the canonical exchanges that match, as an entry of them lists them. */
function listOf(wanted: (exchange: Exchange) => boolean): string {
  const ids = canonical.filter(wanted).map(({ id }) => id);
  return ids.map((id) => `\n      - ${id}`).join('');
}

function fresh(exchanges: string, rule: string): string {
  return `  - exchanges:${exchanges}\n    rules: [${rule}]\n    reason: "TODO: why this is accepted"\n    expires: 2027-04-01\n`;
}

const all = listOf(() => true);
const soap11 = listOf(({ binding }) => binding === 'soap11');
const ofBulk = listOf(({ operation }) => operation === 'SendBulkSms');

const failing = (findings: ExchangeRecord['findings']) => () => ({ verdict: 'failed', findings }) as const;

describe.skipIf(lacks('file modes'))('a new file of known failures', () => {
  it('has an entry for each cause, over exactly the exchanges that fail, which holds for 90 days', async () => {
    const { text, told } = await written(({ operation }) => ({
      verdict: 'failed',
      findings: [charset, order, ...(operation === 'SendBulkSms' ? [findingOf()] : [])],
    }));
    expect(text).toMatch(/^# .+\n/);
    expect(text?.replace(/^# .+\n/, '')).toBe(
      file(fresh(all, 'http/charset'), fresh(ofBulk, 'result/field-once')),
    );
    expect(told).toEqual(['written: 2 new; add a reason to each new entry']);
  });

  it('has two entries for two causes of one rule, and lists no exchange twice', async () => {
    const status = (actual: string) => findingOf({ rule: 'http/status', actual });
    const { text } = await written((exchange) => ({
      verdict: 'failed',
      findings: exchange.binding === 'soap11' ? [status('500'), status('404')] : [status('404')],
    }));
    const others = listOf(({ binding }) => binding !== 'soap11');
    expect(text).toContain(file(fresh(soap11, 'http/status'), fresh(others, 'http/status')));
  });

  it('is empty where nothing gates, so that a later run finds it', async () => {
    const { text, told } = await written(() => ({ verdict: 'warned', findings: [order, gap] }));
    expect(text).toMatch(/^# .+\nknown-failures: \[\]\n$/);
    expect(told).toEqual(['written: empty: nothing to list']);
  });

  it('lists a blocked exchange by the cause that blocked it, and counts what has no answer', async () => {
    const blocking = findingOf({ rule: 'send/packet-id', level: 'should' });
    const unanswered = findingOf({ rule: 'http/response' });
    const becameOf: Readonly<Record<string, ChangedRecord>> = {
      soap11: { verdict: 'blocked', findings: [blocking], blockedBy: 'send/packet-id' },
      soap12: { verdict: 'transport-error', findings: [unanswered], steps: [] },
      'http-get': { verdict: 'blocked', findings: [], note: 'no PacketID' },
    };
    const { text, told } = await written(({ binding }) => becameOf[binding] ?? {});
    expect(text).toContain(file(fresh(soap11, 'send/packet-id')));
    expect(told[1]).toMatch(/8 red exchanges cannot be listed \(blocked, transport-error\)$/);
  });
});

describe.skipIf(lacks('file modes'))('a file of known failures', () => {
  const old = `# Seen in the acceptance test
known-failures:
  # The gateway is older than the rule.
  - exchanges: "*/canonical/*"
    rules: [http/charset, xml/no-dtd]
    reason: "nobody reads it: everybody takes UTF-8"
    owner: sms-team
    expires: 2027-01-31 # asked for in April
  # The other one
${entry(' SendBulkSms/canonical/*', 'http/status')}`;
  const dtd = findingOf({ rule: 'xml/no-dtd' });
  const status = findingOf({ rule: 'http/status' });

  it('stays as it was written where it holds', async () => {
    const { text, told } = await written(failing([charset, dtd, status]), {
      text: old,
      exchanges: canonical.filter(({ operation }) => operation === 'SendBulkSms'),
    });
    expect([text, told]).toEqual([old, ['is up to date']]);
  });

  it('is narrowed with its comments, reasons, owners and days, and loses an entry of which nothing is left', async () => {
    const { text, told } = await written(over('soap11', charset), { text: old });
    expect(text).toBe(
      old
        .slice(0, old.indexOf('  # The other one'))
        .replace(' "*/canonical/*"', soap11)
        .replace(', xml/no-dtd', ''),
    );
    expect(told).toEqual(['written: 1 narrowed, 1 removed']);
  });

  it('has an entry for each set of exchanges that is left of its rules, and what is new at its end', async () => {
    const { text } = await written(
      ({ binding }) => ({
        verdict: 'failed',
        findings: binding === 'soap11' ? [charset, dtd, status] : [dtd],
      }),
      { text: file(entry(' "*/canonical/*"', 'http/charset, xml/no-dtd')) },
    );
    const kept = file(entry(soap11, 'http/charset'), entry(all, 'xml/no-dtd'));
    expect(text).toBe(`${kept}${fresh(soap11, 'http/status')}`);
  });

  it.each([
    ['was not judged', () => ({}), canonical.filter(({ binding }) => binding === 'soap12')],
    ['was blocked', () => ({ verdict: 'blocked', steps: [] }), canonical],
    ['breaks it below the gate', failing([{ ...status, level: 'should' }]), canonical],
    [
      'had no reply that could be read so far',
      (exchange) => ({ steps: recordOf(exchange).steps.map((step) => ({ ...step, reached: 'outcome' })) }),
      canonical,
    ],
  ] satisfies [string, (exchange: Exchange) => ChangedRecord, readonly Exchange[]][])(
    'keeps an entry of which an exchange %s',
    async (_, changed, exchanges) => {
      const known = file(entry(' "*/canonical/soap11"', 'http/status'));
      expect((await written(changed, { text: known, exchanges })).text).toBe(known);
    },
  );
});

it('a file that cannot be written is a fault of the run', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'taken'), '');
  const [first] = plannedExchanges('SendBulkSms/canonical');
  const path = join(folder, 'taken', 'known.yaml');
  const records = [recordOf(first)];
  const { places, faults } = await writeKnownFailures(path, runOf([first]), records, new Date(0));
  expect(places).toEqual([]);
  expect(faults[0]).toMatch(/^cannot write the known failures: .*; choose another file with --known$/);
});
