import { headerValue } from '../reading/headers.ts';
import type { Reader, WrittenFor } from './reader.ts';
import { contentIn, type Received, received, textIn } from './receive.ts';
import { textByNamespace } from './xml-readers.ts';

type Receive = (response: Received, written: WrittenFor) => string;

/** Makes a reader that receives a response in a way of its own, and reads its XML by namespaces. */
function httpReader(about: Omit<Reader, 'read'>, receive: Receive): Reader {
  return { ...about, read: (bytes, written) => textByNamespace(receive(received(bytes), written), written) };
}

const whole = (response: Received) => Buffer.from(contentIn(response)).toString();

/** Why no program is run beside a reader of HTTP. */
const COMPLAINT = 'it imitates what a complaint describes';

/** Readers that stumble over HTTP, not over XML. */
export const httpReaders: readonly Reader[] = [
  httpReader(
    {
      id: 'literal-content-type',
      title: 'literal Content-Type',
      seen: 'https://github.com/DigDes/SoapCore/issues/666',
      stumbles: 'other letters, blanks or parameters of the Content-Type',
      unchecked: COMPLAINT,
    },
    (response, { contentType }) => {
      const type = headerValue(response.headers, 'content-type');
      if (type !== contentType) throw new Error(`Content-Type is ${JSON.stringify(type)}`);
      return whole(response);
    },
  ),
  httpReader(
    {
      id: 'needs-content-length',
      title: 'needs Content-Length',
      seen: 'https://github.com/DigDes/SoapCore/issues/444',
      stumbles: 'chunks, and a body that ends with its connection',
      unchecked: COMPLAINT,
    },
    (response) => {
      if (headerValue(response.headers, 'content-length') === '') throw new Error('no Content-Length');
      return whole(response);
    },
  ),
  httpReader(
    {
      id: 'http-1.0',
      title: 'HTTP/1.0, without chunks',
      seen: 'https://github.com/DigDes/SoapCore/issues/444',
      stumbles: 'sizes of chunks in the body',
      unchecked: COMPLAINT,
    },
    ({ body }) => Buffer.from(body).toString(),
  ),
  httpReader(
    {
      id: 'no-content-coding',
      title: 'no content coding',
      seen: 'https://www.php.net/manual/en/function.file-get-contents.php',
      stumbles: 'gzip, deflate and br',
      unchecked: COMPLAINT,
    },
    ({ headers, body }) =>
      whole({ statusLine: '', headers: headers.filter(([name]) => !/^content-encoding$/i.test(name)), body }),
  ),
  httpReader(
    {
      id: 'byte-order-mark',
      title: 'no byte order mark',
      seen: 'https://github.com/DigDes/SoapCore/issues/394',
      stumbles: 'a byte order mark',
      unchecked: COMPLAINT,
    },
    (response) => {
      const text = whole(response);
      if (!text.startsWith('<')) throw new Error('the first character is no <');
      return text;
    },
  ),
  httpReader(
    {
      id: 'status-200',
      title: '200 OK alone',
      seen: 'https://github.com/loopbackio/strong-soap/issues/346',
      stumbles: 'another status line',
      unchecked: COMPLAINT,
    },
    (response) => {
      if (!/^HTTP\/1\.[01] 200 OK$/.test(response.statusLine)) throw new Error(response.statusLine);
      return whole(response);
    },
  ),
  {
    id: 'stored-reply',
    title: 'a whole stored reply',
    seen: 'https://github.com/HHS/simpler-grants-gov/issues/6360',
    stumbles: 'every other character',
    unchecked: COMPLAINT,
    read: (bytes, written) => {
      const text = textIn(bytes);
      if (markupIn(text) !== written.markup) throw new Error('the texts differ');
      return textByNamespace(text, written);
    },
  },
];

/** Returns a document without the texts of its fields, which tests put others in the place of. */
export function markupIn(text: string): string {
  return text.replace(/>[^<]*[^<\s][^<]*</g, '><');
}
