import { echoed, reply, requestBytes } from '../changes.ts';
import { found, overGet, overPost, soap } from '../defect.ts';

/** Decodes UTF-8 in blocks of `size` bytes, each by itself: a letter at the end of a block is lost. */
function inBlocks(bytes: Uint8Array, size: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, place) =>
    Buffer.from(bytes.subarray(place * size, (place + 1) * size)).toString('utf8'),
  );
  return Buffer.from(blocks.join(''));
}

const inBody = (size: number) => requestBytes((body) => inBlocks(body, size));
const inReply = (size: number) => reply(({ body }) => ({ body: inBlocks(body, size) }));
const inField = (size: number) =>
  echoed('DeliveredMessage')((text) => inBlocks(Buffer.from(text), size).toString('utf8'));

const harmed = (scope: Parameters<typeof found>[2]) =>
  found('delivery/texts', 'delivery-result.delivered-message.meaning', scope);

/** Deviations at the ends of blocks, across which letters of several bytes lie. */
export const blocksDefects = [
  ...harmed({ bindings: soap, cases: ['*/block-borders'] }).in(inBody, {
    'envelope-in-blocks-1024: An envelope is decoded in blocks of 1,024 bytes': 1024,
    'envelope-in-blocks-4096: An envelope is decoded in blocks of 4,096 bytes': 4096,
    'envelope-in-blocks-8192: An envelope is decoded in blocks of 8,192 bytes': 8192,
    'envelope-in-blocks-16384: An envelope is decoded in blocks of 16,384 bytes': 16_384,
    'envelope-in-blocks-65536: An envelope is decoded in blocks of 65,536 bytes': 65_536,
  }),
  ...harmed({ ...overPost, cases: ['*/block-borders'] }).in(inField, {
    'field-in-blocks-4096: A field of a form is decoded in blocks of 4,096 bytes': 4096,
    'field-in-blocks-65536: A field of a form is decoded in blocks of 65,536 bytes': 65_536,
  }),
  ...harmed({ ...overGet, cases: ['*/block-borders-in-query'] }).in(inField, {
    'query-in-blocks-1024: A field of a query is decoded in blocks of 1,024 bytes': 1024,
    'query-in-blocks-16384: A field of a query is decoded in blocks of 16,384 bytes': 16_384,
  }),
  ...harmed({ cases: ['*/block-borders-in-replies'] }).in(inReply, {
    'reply-in-blocks-4096: A reply is encoded in blocks of 4,096 bytes': 4096,
    'reply-in-blocks-16384: A reply is encoded in blocks of 16,384 bytes': 16_384,
    'reply-in-blocks-65536: A reply is encoded in blocks of 65,536 bytes': 65_536,
  }),
];
