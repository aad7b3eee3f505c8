import type { Sections } from '../findings/finding-text.ts';
import { meaningOf } from '../findings/meaning.ts';
import { isKind, pairText, partsOf, valueText } from '../findings/value-text.ts';
import type { Call, Gate } from '../model/contract.ts';
import type { Finding, Value } from '../model/judging/finding.ts';
import type { JudgedExchange } from '../model/judging/verdict.ts';
import { NOT_FORWARDED } from '../model/judging/wire.ts';
import { byLevel, gates } from '../model/requirement.ts';
import { isOfRequest } from '../run/engine/judge-call.ts';
import { printable } from '../text/printable.ts';
import type { SendOutcome } from '../wire/transport/sender.ts';

/** Characters of a line on the terminal, about; what is longer takes three. */
const MOST = 120;

/** What a line says besides its findings. */
interface Lined {
  readonly number: number;
  readonly call: Call;
  /** Where it belongs in the scenario; undefined without one. */
  readonly place: string | undefined;
  readonly outcome: SendOutcome;
  /** What a script made of its answer, as it was written. */
  readonly scripted: readonly string[];
  readonly gate: Gate;
  readonly sections: Sections;
}

/** Returns the line of a call, and below it what a script answered and what is wrong with a reply. */
export function lineOf({ findings, note }: JudgedExchange, about: Lined): string {
  const { number, call, place, outcome, scripted } = about;
  const which = place === undefined ? '' : ` (${place})`;
  const head = `${number}  ${call.operation.name} ${call.binding.id}${which}  `;
  const own = findings.filter(isOfRequest);
  const kept = outcome.kind === 'failure' && outcome.failure.code === NOT_FORWARDED;
  const reply = kept ? [] : findings.filter((finding) => !isOfRequest(finding));
  return [
    note === undefined ? judgement(head, own, about) : `${head}fault of the harness: ${printable(note)}`,
    ...(scripted.length === 0 ? [] : [`   answered by script: ${scripted.join(', ')}`]),
    ...(kept ? [`   not forwarded: ${outcome.failure.message}`] : []),
    ...(reply.length === 0 ? [] : [judgement('   reply of the gateway  ', reply, about)]),
  ].join('\n');
}

/** The gravest finding in words that agree with the gate: only a breach makes the exit code 1. */
function judgement(head: string, findings: readonly Finding[], { gate, sections }: Lined): string {
  const [first, ...others] = findings.toSorted((a, b) => byLevel(a.level, b.level));
  if (!first) return `${head}clean`;
  const { level, path } = first;
  const word = gates(level, gate) ? 'breach' : level === 'gap' ? 'open' : 'warning';
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const begin = `${head}${word}: ${printable(path).replace(/^.+\/(?=.)/, '…/')}`;
  const end = ` (§${sectionOf(first, sections)})${more}`;
  const pair = pairText(withoutNamespaces(first));
  const [expected, actual] = [printable(pair.expected), printable(pair.actual)];
  const line = `${begin}: expected ${expected}, got ${actual}${end}`;
  const meaning = first.rule === 'request/soap-action' ? meaningOf(first) : undefined;
  const below = meaning === undefined ? '' : `\n   ${valueText(meaning)}`;
  if (line.length <= MOST) return `${line}${below}`;
  return `${begin}${end}\n   expected  ${expected}\n   got       ${actual}${below}`;
}

/** The section of the contract that says it: the table of an operation rather than what is said of all. */
function sectionOf({ requirements, affected = [] }: Finding, sections: Sections): string | undefined {
  const all = [...requirements, ...affected].flatMap((id) => sections.get(id) ?? []);
  return all.find((section) => /^4\.[2-5]$/.test(section)) ?? all[0];
}

/** Two values with their names as `string` instead of `{http://…}string`, where that is not what they differ in. */
function withoutNamespaces(values: Pick<Finding, 'expected' | 'actual'>) {
  const bare = (value: Value) =>
    partsOf(value).map((part) => (isKind(part, 'name') ? { ...part, uri: '' } : part));
  const [expected, actual] = [bare(values.expected), bare(values.actual)];
  return JSON.stringify(expected) === JSON.stringify(actual) ? values : { expected, actual };
}
