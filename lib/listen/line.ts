import { adviceFor, namesOf, type Sections } from '../findings/finding-text.ts';
import { meaningsOf } from '../findings/meaning.ts';
import { isKind, pairText, partsOf, valueText } from '../findings/value-text.ts';
import { isOfRequest } from '../judge/traits.ts';
import type { Gate } from '../model/contract.ts';
import type { Finding, Value } from '../model/judging/finding.ts';
import type { JudgedExchange } from '../model/judging/verdict.ts';
import { NOT_FORWARDED } from '../model/judging/wire.ts';
import { byLevel, gates } from '../model/requirement.ts';
import { headerValue } from '../reading/headers.ts';
import { ownWords } from '../secrets/mask.ts';
import { printable } from '../text/printable.ts';
import type { HeardCall } from './pairing.ts';

/** Characters of a line on the terminal, about; what is longer takes three. */
const MOST = 120;

/** The content of a line besides its findings. */
interface Lined extends HeardCall {
  /** Where it belongs in the scenario; undefined without one. */
  readonly place: string | undefined;
  /** The scripted answers that it got, as they were written. */
  readonly scripted: readonly string[];
  readonly gate: Gate;
  readonly sections: Sections;
  readonly open: OpenPoints;
}

/** Points that the contract leaves open, by client: the first call that showed each, and how many did. */
export type OpenPoints = Map<string, { readonly first: number; count: number }>;

/** Returns the line of a call, and below it what a script answered and what is wrong with a reply. */
export function lineOf({ findings, note, steps }: JudgedExchange, about: Lined): string {
  const { number, call, place, scripted } = about;
  const which = place === undefined ? '' : ` (${place})`;
  const head = `${number}  ${call.operation.name} ${call.binding.id}${which}  `;
  const ofRequest = findings.filter(isOfRequest);
  const [step] = steps;
  const kept = step?.outcome.kind === 'failure' && step.outcome.failure.code === NOT_FORWARDED;
  const reply = kept ? [] : findings.filter((finding) => !isOfRequest(finding));
  const client = headerValue(step?.request.headers ?? [], 'user-agent');
  const earlier = seenBefore(client, ofRequest, about);
  const judged = earlier === undefined ? judgement(head, ofRequest, about) : `${head}${earlier}`;
  return [
    note === undefined || kept ? judged : `${head}fault of the harness: ${printable(note)}`,
    ...(scripted.length === 0 ? [] : [`   answered by script: ${scripted.join(', ')}`]),
    ...(kept ? [`   not forwarded: ${printable(step.outcome.failure.message)}`] : []),
    ...(reply.length === 0 ? [] : [judgement('   reply of the gateway  ', reply, about)]),
  ].join('\n');
}

/** Says that an earlier call of the client had the same open points: they are reported once, and then counted. */
function seenBefore(client: string, findings: readonly Finding[], { number, open }: Lined) {
  if (findings.length === 0 || findings.some(({ level }) => level !== 'gap')) return undefined;
  const pointOf = ({ rule, path, expected }: Finding) => `${rule} ${path} ${valueText(expected)}`;
  const points = new Set(findings.map(pointOf).sort());
  const key = JSON.stringify([client, ...points]);
  const seen = open.get(key) ?? { first: number, count: 0 };
  seen.count += 1;
  open.set(key, seen);
  if (seen.count === 1) return undefined;
  return `open: the same as in call ${seen.first}, ${seen.count} calls so far`;
}

/** Words the gravest finding as the gate has it: only a breach makes the exit code 1. */
function judgement(head: string, findings: readonly Finding[], about: Lined): string {
  const [first, ...rest] = findings.toSorted((a, b) => byLevel(a.level, b.level));
  if (!first) return `${head}clean`;
  const { level, path } = first;
  const word = gates(level, about.gate) ? 'breach' : level === 'gap' ? 'open' : 'warning';
  const more = rest.length === 0 ? '' : ` and ${rest.length} more`;
  const begin = `${head}${word}: ${printable(path).replace(/^.+\/(?=.)/, '…/')}`;
  const end = ` (§${sectionOf(first, about)})${more}`;
  const pair = pairText(withoutNamespaces(first));
  const [expected, actual] = [printable(pair.expected), printable(pair.actual)];
  const line = `${begin}: expected ${expected}, got ${actual}${end}`;
  const subject = first.about ?? {};
  const hasAdvice = subject.written !== undefined && subject.written.as !== 'slip';
  const hasMeaning = hasAdvice || /^request\/(?:soap-action|envelope)$/.test(first.rule);
  const meaning = hasMeaning ? meaningsOf(first)[0] : undefined;
  const said = meaning === undefined ? '' : `\n   ${valueText(meaning.text)}`;
  // The names choose the advice, and are no part of it.
  const names = ownWords(namesOf(subject));
  const below = hasAdvice ? `${said}\n   ${adviceFor({ rule: first.rule, names })}` : said;
  if (line.length <= MOST) return `${line}${below}`;
  return `${begin}${end}\n   expected  ${expected}\n   got       ${actual}${below}`;
}

/** Returns the section of the contract: of a list §4.1 rule 4, of the ticket §5, of another parameter its table. */
function sectionOf(finding: Finding, { call, sections }: Lined) {
  const { rule, about, requirements, affected = [] } = finding;
  if (rule === 'request/list') return '4.1 rule 4';
  if (isOfRequest(finding) && about?.field === call.operation.ticket.name) return '5';
  const all = [...requirements, ...affected].flatMap((id) => sections.get(id) ?? []);
  return all.find((section) => /^4\.[2-5]$/.test(section)) ?? all[0];
}

/** Writes the names in two values as `string` instead of `{http://…}string`, unless these differ in the namespace alone. */
function withoutNamespaces(values: Pick<Finding, 'expected' | 'actual'>) {
  const bare = (value: Value) =>
    partsOf(value).map((part) => (isKind(part, 'name') ? { ...part, uri: '' } : part));
  const [expected, actual] = [bare(values.expected), bare(values.actual)];
  return JSON.stringify(expected) === JSON.stringify(actual) ? values : { expected, actual };
}
