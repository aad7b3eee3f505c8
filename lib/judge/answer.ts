import type { Contract, Level } from '../model/contract.ts';
import type { Evidence } from '../model/judging/evidence.ts';
import type { Answer } from '../model/judging/reply.ts';
import { readContentType } from '../reading/headers.ts';
import { beginningOf } from '../text/printable.ts';
import type { Rule } from './rules/rule.ts';

/** True if a call was refused: no answer, another status, a fault, an error text, or a result with no packet and no list. */
export function isRefusal(evidence: Evidence): boolean {
  if (isError(evidence)) return true;
  return (
    evidence.reached === 'reply' &&
    evidence.deliveries.length === 0 &&
    NO_PACKET.test(evidence.identifier.text)
  );
}

function isError(evidence: Evidence): boolean {
  if (evidence.reached === 'outcome') return true;
  const { binding, response, reply } = evidence;
  return (
    response.status !== binding.response.status || reply.kind === 'soap-fault' || reply.kind === 'plain-error'
  );
}

/** What gateways write as PacketID where they made no packet: nothing, zeros, or a negative number, which is an error code. */
const NO_PACKET = /^[\s0-]*$|^\s*-\d+\s*$/;

/**
 * Returns how strong a finding can be in a case of that level, which caps what a refusal breaks, what the case itself
 * expects and that a reply was not read, never that there is an answer, nor the form of a result that names no packet.
 */
export function capFor(
  { needs, traits }: Pick<Rule, 'needs' | 'traits'>,
  evidence: Evidence,
  level: Level,
): Level {
  if (traits.includes('limit') || traits.includes('case')) return level;
  if (needs === 'outcome' || traits.includes('comparing')) return 'must';
  const isOfContent = needs === 'reply' || needs === 'exchange';
  const isRefused = isOfContent ? isRefusal(evidence) : isError(evidence);
  return isRefused ? level : 'must';
}

/** Characters of an answer's text that are shown; the recording has all of them. */
const MOST_TOLD = 300;

/** Says in short what came back, without judging it: a packet, a fault, an error text, anything else, what is too large, or nothing. */
export function answerOf(read: Evidence, { packetResult }: Contract): Answer {
  if (read.reached === 'outcome') {
    const { code = '', message = '' } = read.failure ?? {};
    return { kind: 'no-response', code, text: message };
  }
  const { reply, reading, response } = read;
  if (reading.xml.kind === 'beyond-limits') return { kind: 'not-read', text: reading.xml.message };
  if (reply.kind === 'soap-fault') {
    const { kind, code, reason, text } = reply;
    return { kind, ...(code !== undefined && { code }), text: short(reason ?? text) };
  }
  if (reply.kind === 'packet-result') {
    const { texts, deliveries } = reply.packet;
    const parts = packetResult.fields.flatMap((field) => {
      if (field.type === 'list') return `${deliveries.length} ${field.name}`;
      return field.role === undefined ? (texts[field.name] ?? '') : [];
    });
    return { kind: reply.kind, text: short(parts.join(', ')) };
  }
  const text = short(reading.text ?? '');
  if (reply.kind === 'plain-error' && response.status >= 400) return { kind: reply.kind, text };
  const type = readContentType(response);
  return { kind: 'other', text: [type.ok ? type.value.essence : '', text].filter(Boolean).join(' ') };
}

function short(text: string): string {
  return beginningOf(text.replace(/\s+/g, ' ').trim(), MOST_TOLD);
}
