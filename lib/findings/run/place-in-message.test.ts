import { expect, it } from 'vitest';
import { placeInMessage } from './place-in-message.ts';

const reply = `HTTP/1.1 200 OK
content-type: text/xml; charset=utf-8
X-Said: content-type: none

<?xml version="1.0"?><!-- <A> --><s:A xmlns:s="u>v"><B><C>1</C><C>2<!-- </C> --></C><D a='>'/></B>
<B><C><![CDATA[<C>]]></C><E/></B></s:A>`;

const request = 'GET /x?PacketId=7&Message=a%20b HTTP/1.1\nhost: h\n\n';

it.each([
  ['status line', 'HTTP/1.1 200 OK'],
  ['Content-Type', 'content-type: text/xml; charset=utf-8'],
  ['charset', 'content-type: text/xml; charset=utf-8'],
  ['/A', '<s:A xmlns:s="u>v">'],
  ['/A/B/C', '<C>1</C>'],
  // It holds a comment as well.
  ['/A/B/C[2]', '<C>'],
  ['/A/B[1]/D', "<D a='>'/>"],
  ['/A/B[1]/D/@a', "<D a='>'/>"],
  ['/A/B[2]', '<B>'],
  ['/A/B[2]/E', '<E/>'],
  // The field is missing: its parent is the place.
  ['/A/B[2]/F', '<B>'],
  ['/A/G/C', '<s:A xmlns:s="u>v">'],
  ['line 1, column 3', '?xml version'],
  ['line 2', '<B><C><![CDATA[<C>]]></C><E/></B></s:A>'],
  ['XML declaration', '<?xml version="1.0"?>'],
  ['processing-instruction(xml)', '<?xml version="1.0"?>'],
  ['/Z', undefined],
  ['WWW-Authenticate', undefined],
  ['connection', undefined],
])('finds %s in a reply', (path, found) => {
  const span = placeInMessage(reply, path);
  expect(span && reply.slice(...span)).toBe(found);
});

it('finds a parameter in a query, a form and an envelope, and the line of a request', () => {
  const found = (message: string, path: string) => {
    const span = placeInMessage(message, path);
    return span && message.slice(...span);
  };
  expect(found(request, 'Message')).toBe('Message=a%20b');
  expect(found(request, 'request line')).toBe('GET /x?PacketId=7&Message=a%20b HTTP/1.1');
  expect(found('POST /x HTTP/1.1\nhost: h\n\nPacketId=7', 'PacketId')).toBe('PacketId=7');
  expect(found('POST /x HTTP/1.1\n\n<e:PacketId>7</e:PacketId>', 'PacketId')).toBe(
    '<e:PacketId>7</e:PacketId>',
  );
});

it('takes time in proportion to a hostile message', () => {
  // Work that grows with the square of these lengths would last beyond the limit of a test.
  for (const text of ['<!--', '<a "', '<a>', '<a/>', '<![CDATA[', '</a>']) {
    const message = `HTTP/1.1 200 OK\n\n${text.repeat(4_000_000 / text.length)}`;
    placeInMessage(message, '/a/a[2]/b');
    placeInMessage(message, 'a');
  }
});
