import { header } from '../../reference/read/route.ts';
import type { HttpRequest } from '../../reference/seams.ts';
import type { Defect } from '../defect.ts';
import { bodyOf, type Refusal, refuses } from './refusal-reply.ts';

const soap = ['soap11', 'soap12'] as const;
const bodied = [...soap, 'http-post'] as const;

/** Servers that demand more of every request than the contract does. */
const demands: readonly Refusal[] = [
  {
    id: 'authentication-demanded',
    title: 'A request without an authentication header is refused',
    requirement: 'bindings.soap11.response-status',
    status: 401,
    headers: [['WWW-Authenticate', 'Basic realm="sms"']],
    when: (request) => header(request, 'authorization') === undefined,
  },
  {
    id: 'session-cookie-demanded',
    title: 'A request without a session cookie is sent to a login page',
    requirement: 'bindings.soap11.response-status',
    status: 302,
    headers: [['Location', '/login']],
    when: (request) => header(request, 'cookie') === undefined,
  },
  {
    id: 'user-agent-demanded',
    title: 'A request is refused whose User-Agent is no browser',
    requirement: 'bindings.soap11.response-status',
    status: 403,
    when: (request) => !header(request, 'user-agent')?.startsWith('Mozilla/'),
  },
  {
    id: 'accept-demanded',
    title: 'A request without an Accept header is refused',
    requirement: 'bindings.soap12.response-status',
    status: 406,
    when: (request) => header(request, 'accept') === undefined,
  },
  {
    id: 'moved',
    title: 'Every request is sent on to another address',
    requirement: 'bindings.http-get.response-status',
    status: 307,
    headers: [['Location', '/v2/postsms.asmx']],
  },
  {
    id: 'unavailable',
    title: 'Every request is put off',
    requirement: 'bindings.http-post.response-status',
    status: 503,
    headers: [['Retry-After', '120']],
  },
  {
    id: 'path-upper-case-demanded',
    title: 'A path is not found that is not written in upper case',
    requirement: 'operations.send-bulk-sms.served-under',
    status: 404,
    when: ({ target }) => /[a-z]/.test(target.replace(/\?.*/, '')),
  },
];

/** Servers that read fields by their places. */
const places: readonly Refusal[] = [
  {
    id: 'ticket-by-place',
    title: 'The first field of a query or form is taken for the ServiceTicket',
    requirement: 'bindings.http-get.response-status',
    bindings: ['http-get', 'http-post'],
    cases: ['*/wire-form-field-order'],
    status: 401,
    when: (request) => !fieldsOf(request).startsWith('ServiceTicket='),
  },
  {
    id: 'ends-with-last-field',
    title: 'A query is refused that does not end with the last parameter of its table',
    requirement: 'bindings.http-get.response-status',
    bindings: ['http-get'],
    cases: ['*/wire-form-field-order'],
    status: 400,
    when: (request) => !/[?&](?:RecipientType|EndTime|PacketId)=[^&]*$/.test(request.target),
  },
];

function fieldsOf(request: HttpRequest): string {
  return request.target.split('?')[1] ?? bodyOf(request);
}

/** Servers that do not take some of the texts and bytes that a client may send. */
const contents: readonly Refusal[] = [
  {
    id: 'declaration-refused',
    title: 'An XML declaration is refused',
    requirement: 'bindings.soap11.response-status',
    bindings: soap,
    status: 400,
    when: (request) => bodyOf(request).startsWith('<?xml'),
  },
  {
    id: 'non-ascii-refused',
    title: 'A request with a character beyond ASCII is refused',
    requirement: 'bindings.soap11.response-status',
    onlyAffects: true,
    cases: ['*/message-turkish'],
    status: 400,
    when: (request) => /[^\0-\x7F]|%[89A-F]/i.test(`${request.target} ${bodyOf(request)}`),
  },
  {
    id: 'long-post-refused',
    title: 'A body with more than 1000 bytes is refused',
    requirement: 'bindings.soap12.response-status',
    onlyAffects: true,
    bindings: soap,
    cases: ['*/message-long'],
    status: 413,
    when: ({ body }) => body.length > 1000,
  },
  {
    id: 'key-id-long-refused',
    title: 'A KeyID with more than ten characters is refused',
    requirement: 'operations.single-shot-sms-with-type-and-key-id.over.soap11',
    operations: ['SingleShotSmsWithTypeAndKeyID'],
    when: (_, { values }) => String(values.KeyID).length > 10,
  },
];

/** Servers that are particular about how the bytes of a body come. */
const arrivals: readonly Refusal[] = [
  {
    id: 'length-demanded',
    title: 'A body without a Content-Length is refused',
    requirement: 'bindings.soap12.response-status',
    onlyAffects: true,
    bindings: bodied,
    cases: ['*/wire-form-chunks'],
    status: 411,
    when: (request) => header(request, 'content-length') === undefined,
  },
  {
    id: 'chunks-not-understood',
    title: 'A body in chunks is taken for an empty one',
    requirement: 'bindings.http-post.response-status',
    onlyAffects: true,
    bindings: bodied,
    cases: ['*/wire-form-chunks'],
    when: (request) => header(request, 'transfer-encoding') !== undefined,
  },
  {
    id: 'first-piece-only',
    title: 'Only those bytes of a body are read that come at first, and what is not whole is refused',
    requirement: 'bindings.soap11.response-status',
    bindings: bodied,
    cases: ['*/wire-form-bytes', '*/wire-form-chunks'],
    status: 400,
    when: ({ pieces }) => pieces > 1,
  },
];

export const httpRefusals: readonly Defect[] = [...demands, ...places, ...contents, ...arrivals].map(refuses);
