import type { ResponseEvidence } from '../../model/evidence.ts';

const MOST_SHOWN = 160;

/** Status, reason and the beginning of what the error says, on one line. */
export function statusText({ response, reply }: ResponseEvidence): string {
  const line = `${response.status} ${response.reason}`.trim();
  switch (reply.kind) {
    case 'soap-fault':
      return `${line}, SOAP fault: ${beginning(reply.text)}`;
    case 'plain-error':
      return reply.text === '' ? `${line}, empty body` : `${line}: ${beginning(reply.text)}`;
    default:
      return line;
  }
}

function beginning(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN)}…` : line;
}
