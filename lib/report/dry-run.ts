import type { Exchange } from '../model/exchange.ts';

/** The plan as lines: every exchange with the messages it asks for, and the sums. */
export function dryRunText(exchanges: readonly Exchange[]): string {
  const lines = exchanges.map(
    ({ id, messages, steps }) =>
      `${id}  ${counted(steps.length, 'request')}, ${counted(messages, 'message')}`,
  );
  const messages = exchanges.reduce((sum, exchange) => sum + exchange.messages, 0);
  const requests = exchanges.reduce((sum, exchange) => sum + exchange.steps.length, 0);
  const total = [
    counted(exchanges.length, 'exchange'),
    counted(requests, 'request'),
    counted(messages, 'message'),
  ];
  return `${lines.join('\n')}\n\nplanned       ${total.join(', ')}; nothing was sent\n`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
