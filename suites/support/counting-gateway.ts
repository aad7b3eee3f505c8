/** For tests: a gateway that counts the messages which arrive, by code that shares nothing with what counts them in a run. */
import { createHandler, type HandlerOptions } from '../../lib/reference/handler.ts';
import type { HttpRequest } from '../../lib/reference/seams.ts';
import { serve } from '../../lib/reference/start.ts';

const SEND = /SendBulkSms|SingleShotSmsWithTypeAndKeyID/;

/** The numbers that a request has messages sent to, one for each message. */
function numbersIn({ path, body }: HttpRequest): readonly string[] {
  const [place = '', query = ''] = path.split('?');
  const text = Buffer.from(body ?? []).toString('utf8');
  if (SEND.test(place)) {
    const fields = new URLSearchParams(body ? text : query);
    // Some clients write indices behind the name, and some a list of Python.
    const isNumber = (name: string) => /^GsmNumbers?(?:\[\d*\])?$/.test(name);
    return [...fields].flatMap(([name, value]) => (isNumber(name) ? value.split(', ') : []));
  }
  const plain = text.replace(/<!--.*?-->|<!\[CDATA\[(.*?)\]\]>/gs, '$1');
  if (!/<(?:\w+:)?(?:SendBulkSms|SingleShotSmsWithTypeAndKeyID)[\s>]/.test(plain)) return [];
  const elements = /<(?:\w+:)?(?:string|GsmNumber)(?:\s[^>]*)?(?:\/>|>([^<]*)<)/g;
  return [...plain.matchAll(elements)].map(([, number = '']) => number);
}

/**
 * Serves the reference, with its deviations, while `use` runs.
 * @param lost whether the connection of a request ends without an answer
 */
export async function withCountingGateway<T>(
  options: HandlerOptions,
  use: (gateway: {
    readonly port: number;
    readonly baseUrl: string;
    arrived(): readonly string[];
  }) => Promise<T>,
  lost: (number: number) => boolean = () => false,
): Promise<T> {
  const handler = createHandler(options);
  const numbers: string[] = [];
  let requests = 0;
  const server = await serve((request) => {
    numbers.push(...numbersIn(request));
    requests += 1;
    if (lost(requests)) throw new Error('the connection ends');
    return handler(request);
  });
  try {
    return await use({ port: server.port, baseUrl: server.baseUrl, arrived: () => numbers });
  } finally {
    await server.close();
  }
}
