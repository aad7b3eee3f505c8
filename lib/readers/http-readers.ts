import type { XmlElement } from '../model/judging/document.ts';
import { headerValue } from '../reading/headers.ts';
import { rememberedFor } from '../text/remembered.ts';
import type { Reader, WrittenFor } from './reader.ts';
import { contentIn, type Received, rootIn, rootOf, textIn } from './receive.ts';
import { textByNamespace } from './xml-readers.ts';

const wholeText = (response: Received) => Buffer.from(contentIn(response)).toString();
const wholeRoot = rememberedFor((response: Received) => rootOf(wholeText(response)));

/** A reader that receives a document in a way of its own, and reads it by namespaces. */
interface HttpReader extends Omit<Reader, 'read'> {
  readonly receive: (response: Received, written: WrittenFor) => XmlElement;
}

const ways: readonly HttpReader[] = [
  {
    id: 'literal-content-type',
    title: 'literal Content-Type',
    seen: 'https://github.com/DigDes/SoapCore/issues/666',
    stumbles: 'other letters, blanks or parameters of the Content-Type',
    receive: (response, { contentType }) => {
      const type = headerValue(response.headers, 'content-type');
      if (type !== contentType) throw new Error(`Content-Type is ${JSON.stringify(type)}`);
      return wholeRoot(response);
    },
  },
  {
    id: 'needs-content-length',
    title: 'needs Content-Length',
    seen: 'https://github.com/DigDes/SoapCore/issues/444',
    stumbles: 'chunks, and a body that ends with its connection',
    receive: (response) => {
      if (headerValue(response.headers, 'content-length') === '') throw new Error('no Content-Length');
      return wholeRoot(response);
    },
  },
  {
    id: 'http-1.0',
    title: 'HTTP/1.0 without chunks',
    seen: 'https://github.com/DigDes/SoapCore/issues/444',
    stumbles: 'sizes of chunks in the body',
    receive: ({ body }) => rootOf(Buffer.from(body).toString()),
  },
  {
    id: 'no-content-coding',
    title: 'no content coding',
    seen: 'https://www.php.net/manual/en/function.file-get-contents.php',
    stumbles: 'gzip, deflate and br',
    receive: ({ headers, body }) =>
      wholeRoot({
        statusLine: '',
        headers: headers.filter(([name]) => !/^content-encoding$/i.test(name)),
        body,
      }),
  },
  {
    id: 'byte-order-mark',
    title: 'no byte order mark',
    seen: 'https://github.com/DigDes/SoapCore/issues/394',
    stumbles: 'a byte order mark',
    receive: (response) => {
      if (!wholeText(response).startsWith('<')) throw new Error('the first character is no <');
      return wholeRoot(response);
    },
  },
  {
    id: 'status-200',
    title: '200 OK alone',
    seen: 'https://github.com/loopbackio/strong-soap/issues/346',
    stumbles: 'another status line',
    receive: (response) => {
      if (!/^HTTP\/1\.[01] 200 OK$/.test(response.statusLine)) throw new Error(response.statusLine);
      return wholeRoot(response);
    },
  },
  {
    id: 'stored-reply',
    title: 'a whole stored reply',
    seen: 'https://github.com/HHS/simpler-grants-gov/issues/6360',
    stumbles: 'every other character',
    receive: (response, written) => {
      if (markupIn(textIn(response)) !== written.markup) throw new Error('the texts differ');
      return rootIn(response);
    },
  },
];

/** Readers that stumble over HTTP, not over XML. */
export const httpReaders: readonly Reader[] = ways.map(({ receive, ...reader }) => ({
  ...reader,
  unchecked: 'it imitates what a complaint describes',
  read: (response, written) => textByNamespace(receive(response, written), written),
}));

/** Returns a document without the texts of its fields, which tests put others in the place of. */
export function markupIn(text: string): string {
  return text.replace(/>[^<]*[^<\s][^<]*</g, '><');
}
