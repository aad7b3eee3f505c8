import type { Comparison, compareSides, Difference } from '../../compare/compare.ts';
import {
  isOneSided,
  isSameChange,
  PACKET_TYPE,
  type Pair,
  pairsOf,
  repliesOf,
} from '../../compare/replies.ts';
import { smallestText } from '../../findings/value-text.ts';
import { carriedBy, explainer } from '../../generate/explain.ts';
import { judgeContext } from '../../judge/judge-context.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Finding } from '../../model/judging/finding.ts';
import { isOfKind } from '../../reading/facts.ts';
import { recogniseEntries } from '../../recording/read-recordings.ts';
import { maskFor } from '../../secrets/mask.ts';
import { defined } from '../../text/defined.ts';
import { runExchange } from '../engine/run-exchange.ts';
import type { RunPlan } from '../plan-run.ts';
import { preparedOf } from '../prepare.ts';
import { openLimits } from '../sends/permission.ts';
import { limitedAttempt, runSender } from '../sends/send-budget.ts';

/** The smallest input is looked for in as many differences, the most frequent first. */
const MOST_SHRUNK = 20;

/**
 * Adds to differences of meaning the smallest input that shows them, whether or not a rule is broken. Both targets get
 * smaller inputs, within the limits of their plans; without plans nothing is sent.
 */
export async function withSmallest(
  { comparison, left, shown }: ReturnType<typeof compareSides>,
  [old, now]: readonly RunPlan[],
): Promise<Comparison> {
  if (!old || !now) return comparison;
  const budgets = [old, now].flatMap(({ smaller }) => smaller?.messages ?? []);
  const until = performance.now() + (old.settings.maxDuration ?? Number.POSITIVE_INFINITY) * 1000;
  const [before, after] = await Promise.all([openTarget(old), openTarget(now)]);
  const attempt = limitedAttempt(
    budgets.length > 0 ? Math.min(...budgets) : null,
    () => performance.now() > until,
    async (exchange, change) => {
      const planned = after.planned.get(exchange.id);
      if (!planned) return null;
      const [first, second] = await Promise.all([before.judge(exchange), after.judge(change(planned))]);
      if (second.judged.verdict === 'harness-error') return null;
      const pairs = [...pairsOf(first.replies, second.replies, shown).values()];
      const findings = pairs.flatMap((pair) => (isOneSided(pair) ? [] : findingsOf(pair)));
      return { ...first.judged, findings };
    },
  );
  const explained = explainer(old.declarations.classes, attempt);
  const shrinkable = left.flatMap((pair) => {
    const exchange = before.planned.get(pair.either.exchange);
    return exchange && carriedBy(exchange).length > 0 ? [{ pair, exchange }] : [];
  });
  const smallestOf = async (difference: Difference) => {
    const shows = ({ pair }: (typeof shrinkable)[0]) =>
      pair.changes.some((change) => isSameChange(change, difference));
    const example = shrinkable.find(shows);
    if (!example) return undefined;
    const changes = example.pair.changes.filter((change) => isSameChange(change, difference));
    const wanted = findingsOf({ ...example.pair, changes }).slice(0, 1);
    const { findings } = await explained(example.exchange, { findings: wanted });
    const inputs = findings[0]?.smallestInputs;
    return inputs && before.mask(smallestText(inputs));
  };
  try {
    const differences: Difference[] = [];
    for (const [place, difference] of comparison.differences.entries()) {
      // No single input makes the type of all packets another.
      const isOfInput = difference.kind === 'meaning' && difference.field !== PACKET_TYPE;
      const isShrunk = place < MOST_SHRUNK && isOfInput;
      const smallest = isShrunk ? await smallestOf(difference) : undefined;
      differences.push(defined({ ...difference, smallest }));
    }
    return { ...comparison, differences };
  } finally {
    await Promise.all([before.close(), after.close()]);
  }
}

/**
 * Returns the changes of a pair as findings, which are found again by step and rule. The rule is the field and both values
 * without the texts and numbers that vary with the input. A text of which nothing is left counts as another text, too.
 */
function findingsOf({ changes, either: { step } }: Pair): readonly Finding[] {
  return changes.flatMap(({ field, from: expected, to: actual, facts = [] }) => {
    const isEcho = facts.some((fact) =>
      isOfKind(fact, 'sent', 'sent-changed', 'sent-without-plus', 'sent-cut', 'sent-until'),
    );
    const sides = [expected, actual].map((text, side) => {
      const isText = typeof facts[side] === 'string' || isOfKind(facts[side], 'packet', 'time', 'sent-until');
      if (!isText) return text;
      // A text of the gateway quotes its input, or counts it.
      return isEcho ? OTHER_TEXT : text.replace(/'[^']*'|\\".*?\\"|<[^<>]*>|(?<!^\d*)\d+/g, '');
    });
    const others = sides.map((text, side) => (isEcho && isOfKind(facts[side], 'empty') ? OTHER_TEXT : text));
    const rules = new Set([sides, others].map((texts) => [field, ...texts].join(' ')));
    return [...rules].map((id): Finding => {
      return { rule: id, step, level: 'must', path: field, expected, actual, requirements: [], more: 0 };
    });
  });
}

const OTHER_TEXT = 'another text';

/** Opens a target for smaller inputs, with its own ledger for the messages that are left. */
async function openTarget(plan: RunPlan) {
  const { sends, smaller, exchanges } = plan;
  const { remove, ...counted } = await openLimits(sends && { ...sends, maxMessages: smaller?.messages ?? 0 });
  const run = { ...preparedOf(plan, {}), ...counted };
  const { contract, target, reportDelay } = run;
  const { sender } = runSender(run);
  const context = await judgeContext(contract, target, run.register);
  const { origin } = new URL(target.baseUrl);
  return {
    planned: new Map(exchanges.map((exchange) => [exchange.id, exchange])),
    mask: maskFor(run.secrets, run.numbers),
    judge: async (exchange: Exchange) => {
      const { judged } = await runExchange(exchange, { kind: 'live', sender, reportDelay }, context);
      const calls = judged.steps.map((call, step) => {
        const place = { exchange: exchange.id, step };
        return { ...call, entry: step + 1, place, origin, inexact: [] };
      });
      return { judged, replies: repliesOf(recogniseEntries(calls, contract), contract) };
    },
    close: () => sender.close().then(remove),
  };
}
