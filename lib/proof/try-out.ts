import { changesBetween, type Replies, repliesOf } from '../compare/compare-recordings.ts';
import type { AspectKind } from '../compare/comparison.ts';
import type { Contract } from '../model/contract.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Finding } from '../model/judging/finding.ts';
import type { JudgedExchange } from '../model/judging/verdict.ts';
import { harEntry } from '../recording/har-entry.ts';
import { readHar } from '../recording/read-har.ts';
import { ownText } from '../secrets/mask.ts';
import type { Lab } from './lab.ts';
import type { Subject, Trial } from './subject.ts';

/** What the healthy reference shows. */
export interface Baseline {
  /** Findings of level gap that any service may show, by exchange and rule. */
  readonly findings: ReadonlySet<string>;
  /** Its replies, by exchange. */
  readonly replies: ReadonlyMap<string, Replies>;
  readonly contract: Contract;
}

const pair = (exchange: string, rule: string) => `${exchange} ${rule}`;

/**
 * Judges the healthy reference.
 * @throws Error when the judge or the reference is wrong: no trial would mean anything
 */
export async function baselineOf(
  exchanges: readonly Exchange[],
  lab: Lab,
  contract: Contract,
): Promise<Baseline> {
  const judged = await lab.judge([], exchanges);
  const wrong = judged.filter(({ verdict }) => verdict !== 'passed' && verdict !== 'observed');
  if (wrong.length > 0) {
    throw new Error(`the reference itself is judged wrong: ${wrong.map(({ id }) => id).join(', ')}`);
  }
  return {
    findings: new Set(judged.flatMap(({ id, findings }) => findings.map(({ rule }) => pair(id, rule)))),
    replies: new Map(judged.map((one) => [one.id, recorded(one, contract)])),
    contract,
  };
}

/** Tries a subject: what fires that is silent on the healthy reference. */
export async function tryOut(
  subject: Subject,
  exchanges: readonly Exchange[],
  baseline: Baseline,
  lab: Lab,
): Promise<Trial> {
  const started = performance.now();
  const judged = await lab.judge([subject], exchanges);
  const fired: Record<string, string[]> = {};
  const broken = new Set<string>();
  const affected = new Set<string>();
  const own = ({ id }: JudgedExchange, { rule }: Finding) => !baseline.findings.has(pair(id, rule));
  for (const one of judged) {
    for (const finding of one.findings.filter((each) => own(one, each))) {
      fired[finding.rule] = [...new Set([...(fired[finding.rule] ?? []), one.id])];
      for (const requirement of finding.requirements) broken.add(requirement);
      for (const requirement of finding.affected ?? []) affected.add(requirement);
    }
  }
  return {
    id: subject.id,
    exchanges: judged.length,
    fired,
    broken: [...broken].sort(),
    affected: [...affected].filter((id) => !broken.has(id)).sort(),
    differences: differencesOf(subject, judged, baseline),
    faults: judged.flatMap(({ id, verdict, note }) =>
      verdict === 'harness-error' ? [`${id}: ${note}`] : [],
    ),
    durationMs: performance.now() - started,
  };
}

/** Whether there is one decides the lab: a reply over a socket ends its connection. */
const OF_THE_LAB = /^header (?:connection|keep-alive)$/i;

/** What `compare` tells between the replies of the reference and those of a subject, as far as the matrix asks for it. */
function differencesOf(
  { compared }: Subject,
  judged: readonly JudgedExchange[],
  { replies, contract }: Baseline,
): NonNullable<Trial['differences']> {
  const found: Record<AspectKind, string[]> = { meaning: [], surface: [] };
  for (const one of judged) {
    const old = replies.get(one.id) ?? new Map();
    for (const { kind, field } of changesBetween(old, recorded(one, contract))) {
      if (!OF_THE_LAB.test(field) && !found[kind].includes(field)) found[kind].push(field);
    }
    if (compared === 'any' ? found.meaning.length + found.surface.length > 0 : found.meaning.length > 0)
      break;
  }
  return found;
}

/** What a recording of an exchange holds. */
function recorded({ id, steps }: JudgedExchange, contract: Contract): Replies {
  const entries = steps.map((step, index) =>
    harEntry(step, { exchange: id, step: index }, 'http://127.0.0.1', (text) => ownText(text)),
  );
  const read = readHar(`{"log":{"entries":[${entries.join(',')}]}}`);
  if (!read.ok) throw new Error(`the recording of a trial is ${read.error}`);
  return repliesOf(read.value, contract);
}
