import type { Contract } from '../model/contract.ts';
import type { Evidence } from '../model/judging/evidence.ts';
import type { Answer } from '../model/judging/reply.ts';
import { readContentType } from './reading/headers.ts';

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
  return text.replace(/\s+/g, ' ').trim().slice(0, MOST_TOLD);
}
