import { meaningOf } from '../findings/meaning.ts';
import { differAt, isKind, pairText, valueText } from '../findings/value-text.ts';
import { headerValue } from '../judge/reading/headers.ts';
import type { Call, Gate } from '../model/contract.ts';
import type { Finding, Value } from '../model/judging/finding.ts';
import type { JudgedExchange } from '../model/judging/verdict.ts';
import { type HeaderList, NOT_FORWARDED } from '../model/judging/wire.ts';
import { byLevel, gates, type Requirement } from '../model/requirement.ts';
import type { Masked } from '../model/running/masked.ts';
import { isOfRequest } from '../run/engine/judge-call.ts';
import type { Mask } from '../secrets/mask.ts';
import { printable } from '../text/printable.ts';
import type { SendOutcome } from '../wire/transport/sender.ts';
import type { Heard } from './heard.ts';

/** Characters of a line on the terminal, about, and of two texts that have lines of their own; the reports have all. */
const MOST = 120;
const MOST_BELOW = 1_000;

/** What a line says besides its findings. */
export interface Lined {
  readonly number: number;
  readonly call: Call;
  /** Where it belongs in the scenario; null without one. */
  readonly place: string | null;
  readonly outcome: SendOutcome;
  /** What a script made of its answer, as it was written. */
  readonly scripted: readonly string[];
  readonly gate: Gate;
  readonly register: readonly Requirement[];
  readonly mask: Mask;
  readonly open: Heard['open'];
}

/** Returns the line of a call, and below it what a script answered and what is wrong with a reply. */
export function lineOf({ findings, note, steps }: JudgedExchange, about: Lined): Masked {
  const { number, call, place, outcome, scripted, mask } = about;
  const which = place === null ? '' : ` (${place})`;
  const own = findings.filter(isOfRequest);
  const earlier = seenBefore(own, steps[0]?.request.headers ?? [], about);
  const head = `${number}  ${call.operation.name} ${call.binding.id}${which}  `;
  const kept = outcome.kind === 'failure' && outcome.failure.code === NOT_FORWARDED;
  const reply = kept ? [] : findings.filter((finding) => !isOfRequest(finding));
  return mask(
    [
      note !== undefined
        ? `${head}fault of the harness: ${printable(note)}`
        : earlier === undefined
          ? judgement(head, own, about)
          : `${head}${earlier}`,
      ...(scripted.length === 0 ? [] : [`   answered by script: ${scripted.join(', ')}`]),
      ...(kept ? [`   not forwarded: ${outcome.failure.message}`] : []),
      ...(reply.length === 0 ? [] : [judgement('   reply of the gateway  ', reply, about)]),
    ].join('\n'),
  );
}

/** Says that a client left the same open in an earlier call: it is reported once, and then counted. */
function seenBefore(
  own: readonly Finding[],
  headers: HeaderList,
  { number, open }: Lined,
): string | undefined {
  if (own.length === 0 || own.some(({ level }) => level !== 'gap')) return undefined;
  const what = own.map(({ rule, path }) => `${rule} ${path}`).sort();
  const key = JSON.stringify([headerValue(headers, 'user-agent'), ...new Set(what)]);
  const seen = open.get(key) ?? { first: number, count: 0 };
  seen.count += 1;
  open.set(key, seen);
  const { first, count } = seen;
  return count === 1 ? undefined : `open: the same as in call ${first}, ${count} calls so far`;
}

/** The gravest finding in words that agree with the gate: only a breach makes the exit code 1. */
function judgement(head: string, findings: readonly Finding[], about: Lined): string {
  const { gate, mask } = about;
  const [first, ...others] = findings.toSorted((a, b) => byLevel(a.level, b.level));
  if (!first) return `${head}clean`;
  const { level, path } = first;
  const word = gates(level, gate) ? 'breach' : level === 'gap' ? 'open' : 'warning';
  const section = sectionOf(first, about);
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const place = printable(path).replace(/^.+\/(?=.)/, '…/');
  const begin = `${head}${word}: ${place}`;
  const end = `${section === undefined ? '' : ` (§${section})`}${more}`;
  const texts = pairText(withoutNamespaces(first));
  // Masked before it is cut: a part of a secret cannot be recognised.
  const [expected, actual] = [mask(printable(texts.expected)), mask(printable(texts.actual))];
  const line = `${begin}: expected ${expected}, got ${actual}${end}`;
  const meaning = first.rule === 'request/soap-action' ? meaningOf(first) : undefined;
  const below = meaning === undefined ? '' : `\n   ${valueText(meaning)}`;
  if (line.length <= MOST) return `${line}${below}`;
  const [left, right] = fitted(expected, actual, MOST_BELOW);
  return `${begin}${end}\n   expected  ${left}\n   got       ${right}${below}`;
}

/** The section of the contract that says it: of a list §4.1 rule 4, of the ticket §5, of another parameter its table. */
function sectionOf({ rule, names, requirements, affected = [] }: Finding, { call, register }: Lined) {
  const all = [...requirements, ...affected].flatMap(
    (id) => register.find((one) => one.id === id)?.section ?? [],
  );
  if (rule === 'request/list') return '4.1 rule 4';
  if (rule !== 'request/parameters') return all[0];
  return names?.field === call.operation.ticket.name
    ? '5'
    : (all.find((section) => /^4\.[2-5]$/.test(section)) ?? all[0]);
}

/** Characters of a text that are shown at least, and before the place where two of them begin to differ. */
const LEAST = 20;
const BEFORE = 15;

/** Two values with their names as `string` instead of `{http://…}string`, where that is not what they differ in. */
function withoutNamespaces(values: Pick<Finding, 'expected' | 'actual'>) {
  const bare = (value: Value) =>
    [value].flat().map((part) => (isKind(part, 'name') ? { ...part, uri: '' } : part));
  const [expected, actual] = [bare(values.expected), bare(values.actual)];
  return JSON.stringify(expected) === JSON.stringify(actual) ? values : { expected, actual };
}

/** Two texts that have so much room together, each from shortly before they differ where they are too long. */
function fitted(one: string, other: string, room: number): readonly [string, string] {
  if (one.length + other.length <= room) return [one, other];
  const from = Math.max(0, differAt(one, other) - BEFORE);
  const cut = (text: string, beside: string) => {
    const most = Math.max(LEAST, Math.floor(room / 2), room - (beside.length - from));
    const part = text.slice(from, from + most);
    return `${from > 0 ? '…' : ''}${part}${from + most < text.length ? '…' : ''}`;
  };
  return [cut(one, other), cut(other, one)];
}
