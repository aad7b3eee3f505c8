import { header } from '../../reference/read/route.ts';
import type { Defect } from '../defect.ts';
import { fieldsOf, type Refusal, refuses } from './refusal-reply.ts';

const plain = ['http-get', 'http-post'] as const;
const sends = ['SingleShotSmsWithTypeAndKeyID', 'SendBulkSms'];

/** Servers that do not take HTTP GET or HTTP POST as the contract describes them. */
const refusals: readonly Refusal[] = [
  {
    id: 'get-refused',
    title: 'HTTP GET is refused',
    requirement: 'bindings.http-get.response-status',
    bindings: ['http-get'],
    status: 405,
    headers: [['Allow', 'POST']],
  },
  {
    id: 'get-refused-for-sends',
    title: 'HTTP GET is refused where it sends messages',
    requirement: 'operations.send-bulk-sms.over.http-get',
    bindings: ['http-get'],
    operations: sends,
    status: 405,
    headers: [['Allow', 'POST']],
  },
  {
    id: 'form-refused',
    title: 'A form is refused',
    requirement: 'bindings.http-post.response-status',
    bindings: ['http-post'],
    status: 415,
  },
  {
    id: 'form-charset-demanded',
    title: 'A form whose content type names no charset is refused',
    requirement: 'bindings.http-post.response-status',
    bindings: ['http-post'],
    status: 415,
    when: (request) => !/charset/i.test(header(request, 'content-type') ?? ''),
  },
  {
    id: 'repeated-fields-refused',
    title: 'A field that comes twice is refused',
    requirement: 'operations.send-bulk-sms.over.http-post',
    bindings: plain,
    operations: ['SendBulkSms'],
    status: 400,
    when: (request) => new URLSearchParams(fieldsOf(request)).getAll('GsmNumbers').length > 1,
  },
  {
    id: 'plus-refused',
    title: 'A field with a plus sign is refused, be it a space or a plus',
    requirement: 'bindings.http-post.response-status',
    bindings: plain,
    cases: ['*/message-form'],
    status: 400,
    when: (request) => /\+|%2B/i.test(fieldsOf(request)),
  },
  {
    id: 'empty-field-refused',
    title: 'A field with an empty text is refused',
    requirement: 'bindings.http-get.response-status',
    bindings: plain,
    operations: sends,
    status: 400,
    when: (request) => /=(?:&|$)/.test(fieldsOf(request)),
  },
  {
    id: 'long-get-refused',
    title: 'A request line with more than 255 characters is refused',
    requirement: 'bindings.http-get.response-status',
    bindings: ['http-get'],
    cases: ['*/message-long', '*/wire-form-escapes'],
    status: 414,
    when: ({ target }) => target.length > 255,
  },
];

export const plainRefusals: readonly Defect[] = refusals.map(refuses);
