import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KnownFailure, PlannedKnownFailure } from '../model/running/known-failure.ts';
import { expand } from '../plan/expand.ts';
import { builtInCases, inputs } from '../plan/testing.ts';
import type { KnownPart } from './known-patterns.ts';
import { matchKnown } from './match-known-failures.ts';
import { type Broken, type KeptEntry, type KeptPart, renewKnown } from './renew-known.ts';

const plan = expand(builtInCases(), inputs).map(({ id }) => id);

function bindingOf(id: string): string {
  return id.split('/')[2] ?? '';
}

function broken(...rules: readonly string[]): Broken {
  return { gating: new Set(rules), failing: new Set(rules), all: new Set(rules) };
}

function judgedAs(rulesOf: (id: string) => readonly string[], ids = plan): ReadonlyMap<string, Broken> {
  return new Map(ids.map((id) => [id, broken(...rulesOf(id))]));
}

function entry({ patterns, rules }: KnownPart): KnownFailure {
  return { place: 'known.yaml:2', patterns, rules, reason: 'it is so', expires: '2027-01-31' };
}

const asWritten: KeptEntry = { parts: [{ what: 'whole', renewed: false }], narrowed: false };

/** What is left of an entry that says less than it did. */
function narrowedTo(...parts: readonly KnownPart[]): KeptEntry {
  return { parts: parts.map((what) => ({ what, renewed: false })), narrowed: true };
}

function planned(...parts: readonly KnownPart[]): readonly PlannedKnownFailure[] {
  const entries = parts.map(entry);
  const { exchanges, problems } = matchKnown(entries, plan);
  expect(problems).toEqual([]);
  return entries.map((one, index) => ({ ...one, exchanges: exchanges[index] ?? [], expired: false }));
}

/** Those of the parts that are not the whole. */
function partsIn(parts: readonly KeptPart[]): readonly KnownPart[] {
  return parts.flatMap(({ what }) => (what === 'whole' ? [] : [what]));
}

/** What entries say, as `id rule`, sorted. */
function pairsOf(entries: readonly PlannedKnownFailure[]): readonly string[] {
  return entries
    .flatMap(({ exchanges, rules }) => exchanges.flatMap((id) => rules.map((rule) => `${id} ${rule}`)))
    .sort();
}

describe('known failures of a run without any so far', () => {
  const added = (rulesOf: (id: string) => readonly string[], ids = plan) => {
    const renewed = renewKnown([], judgedAs(rulesOf, ids), plan);
    expect(renewed.kept).toEqual([]);
    return renewed.added;
  };
  const over = (binding: string) => (id: string) => bindingOf(id) === binding;

  it('are none where nothing fails', () => {
    expect(added(() => [])).toEqual([]);
  });

  it('are one entry for everything', () => {
    expect(added(() => ['a', 'b'])).toEqual([{ rules: ['a', 'b'], patterns: ['**'] }]);
  });

  it('are one entry for a binding', () => {
    expect(added((id) => (over('http-get')(id) ? ['a'] : []))).toEqual([
      { rules: ['a'], patterns: ['*/*/http-get/**'] },
    ]);
  });

  it('match what was not judged never', () => {
    const some = plan.filter((id) => /^SendBulkSms\/canonical\/soap1/.test(id));
    expect(some).toHaveLength(2);
    expect(added(() => ['a'], some)).toEqual([
      { rules: ['a'], patterns: ['SendBulkSms/canonical/soap11', 'SendBulkSms/canonical/soap12'] },
    ]);
  });

  it('are grouped by rules where a rule fails in more exchanges than another', () => {
    expect(added((id) => ['a', ...(over('soap11')(id) ? ['b'] : [])])).toEqual([
      { rules: ['a'], patterns: ['**'] },
      { rules: ['b'], patterns: ['*/*/soap11/**'] },
    ]);
  });

  it('are grouped by exchanges where that gives fewer entries', () => {
    const rules: Readonly<Record<string, readonly string[]>> = { soap11: ['a', 'b'], 'http-get': ['b', 'c'] };
    expect(added((id) => rules[bindingOf(id)] ?? [])).toEqual([
      { rules: ['a', 'b'], patterns: ['*/*/soap11/**'] },
      { rules: ['b', 'c'], patterns: ['*/*/http-get/**'] },
    ]);
  });

  it('say exactly what fails, whatever fails', { timeout: 60_000 }, () => {
    const rules = fc.subarray(['a', 'b', 'c']);
    const few = fc.array(fc.tuple(fc.constantFrom(...plan), rules), { maxLength: 12 });
    const many = fc.tuple(fc.constantFrom('SendBulkSms', 'soap12', '/message-', 'report', '/'), rules);
    fc.assert(
      fc.property(few, many, (single, [word, common]) => {
        const own = new Map(single);
        const rulesOf = (id: string) => own.get(id) ?? (id.includes(word) ? common : []);
        const wanted = plan.flatMap((id) => rulesOf(id).map((rule) => `${id} ${rule}`)).sort();
        expect(pairsOf(planned(...added(rulesOf)))).toEqual(wanted);
      }),
      { numRuns: 10 },
    );
  });
});

describe('known failures that there are already', () => {
  const everywhere = { rules: ['a', 'b'], patterns: ['*/*/soap11/**', '*/*/soap12/**'] };
  const soap = (id: string) => /^soap1[12]$/.test(bindingOf(id));
  const known = planned(everywhere);

  it('stay as they are where they hold, and nothing comes to them', () => {
    const renewed = renewKnown(
      known,
      judgedAs((id) => (soap(id) ? ['a', 'b', 'c'] : ['a'])),
      plan,
    );
    expect(renewed.kept).toEqual([asWritten]);
    // In the order of the plan.
    expect(renewed.added.map(({ rules }) => rules)).toEqual([['c'], ['a']]);
  });

  it('go where nothing of them holds', () => {
    expect(
      renewKnown(
        known,
        judgedAs(() => []),
        plan,
      ),
    ).toEqual({ kept: [narrowedTo()], added: [] });
  });

  it('are narrowed to what is left', () => {
    const judged = judgedAs((id) => (bindingOf(id) === 'soap12' ? ['a', 'b'] : []));
    expect(renewKnown(known, judged, plan).kept).toEqual([
      narrowedTo({ rules: ['a', 'b'], patterns: ['*/*/soap12/**'] }),
    ]);
  });

  it('become several where that is what it takes', () => {
    const judged = judgedAs((id) => (bindingOf(id) === 'soap12' ? ['a', 'b'] : soap(id) ? ['b'] : []));
    const { kept } = renewKnown(known, judged, plan);
    const parts = kept[0]?.parts ?? [];
    expect(parts).toHaveLength(2);
    expect(parts.map(({ renewed }) => renewed)).toEqual([false, false]);
    expect(pairsOf(planned(...partsIn(parts)))).toEqual(
      plan.flatMap((id) => [...(judged.get(id)?.gating ?? [])].map((rule) => `${id} ${rule}`)).sort(),
    );
  });

  it('stay for exchanges that were not judged', () => {
    const [first = ''] = plan.filter(soap);
    const judged = new Map([[first, broken('a', 'b')]]);
    expect(renewKnown(known, judged, plan)).toEqual({ kept: [asWritten], added: [] });
  });

  it('stay for findings that do not gate', () => {
    const judged = new Map(
      plan.filter(soap).map((id) => [id, { ...broken('a', 'b'), gating: new Set<string>() }]),
    );
    expect(renewKnown(known, judged, plan)).toEqual({ kept: [asWritten], added: [] });
  });
});

describe('known failures that have expired', () => {
  const known = planned({ rules: ['a', 'b'], patterns: ['*/*/soap11/**', '*/*/soap12/**'] }).map((one) => ({
    ...one,
    expired: true,
  }));
  const soap = plan.filter((id) => /^soap1[12]$/.test(bindingOf(id)));
  const [first = '', ...others] = soap;
  const renew = (judged: ReadonlyMap<string, Broken>) => renewKnown(known, judged, plan);
  const judgedSoap = (one: Broken, ids = soap) => new Map(ids.map((id) => [id, one]));
  const pairs = (ids: readonly string[], ...rules: readonly string[]) =>
    ids.flatMap((id) => rules.map((rule) => `${id} ${rule}`)).sort();

  /** What stays expired and what is renewed of the entry, as `id rule`. */
  function pairsBy(judged: ReadonlyMap<string, Broken>) {
    const parts = renew(judged).kept[0]?.parts ?? [];
    const of = (renewed: boolean) =>
      pairsOf(planned(...partsIn(parts.filter((part) => part.renewed === renewed))));
    return { expired: of(false), renewed: of(true) };
  }

  it('are renewed where all of them was seen to fail', () => {
    const renewed = { kept: [{ parts: [{ what: 'whole', renewed: true }], narrowed: false }], added: [] };
    expect(renew(judgedSoap(broken('a', 'b')))).toEqual(renewed);
    const belowTheGate = { ...broken('a', 'b'), gating: new Set<string>() };
    expect(renew(judgedSoap(belowTheGate))).toEqual(renewed);
  });

  it('stay expired where nothing of them was judged', () => {
    expect(renew(new Map()).kept).toEqual([asWritten]);
    expect(
      renew(
        judgedAs(
          () => ['a', 'b'],
          plan.filter((id) => !soap.includes(id)),
        ),
      ).kept,
    ).toEqual([asWritten]);
  });

  it('are renewed in the exchanges that were judged, and stay expired in the others', () => {
    const judged = judgedSoap(broken('a', 'b'), [first]);
    expect(pairsBy(judged)).toEqual({ expired: pairs(others, 'a', 'b'), renewed: pairs([first], 'a', 'b') });
    expect(renew(judged).kept[0]?.narrowed).toBe(false);
  });

  it('are renewed for the rules that were seen to be broken, and stay expired for those that had no say', () => {
    const judged = judgedSoap({ ...broken('a'), all: new Set(['a', 'b']) });
    expect(pairsBy(judged)).toEqual({ expired: pairs(soap, 'b'), renewed: pairs(soap, 'a') });
  });

  it('stay expired for what the contract leaves open', () => {
    const judged = judgedSoap({ ...broken('a', 'b'), failing: new Set<string>() });
    expect(renew(judged).kept).toEqual([asWritten]);
  });

  it('go where they do not fail any more, and are renewed where they do', () => {
    const judged = new Map([...judgedSoap(broken('a'), others), [first, broken()]]);
    expect(pairsBy(judged)).toEqual({ expired: [], renewed: pairs(others, 'a') });
    expect(renew(judged).kept[0]?.narrowed).toBe(true);
  });
});
