import type { Defect } from '../defect.ts';
import { withCharset, withHeader, withMediaType } from '../wire.ts';
import { charsetDefects } from './http-charset.ts';
import { connectionDefects } from './http-connection.ts';
import { mediaTypeDefects } from './http-media-type.ts';
import { statusDefects } from './http-status.ts';

const challenges = [
  ['challenge-basic', 'WWW-Authenticate', 'Basic realm="sms"'],
  ['challenge-of-proxy', 'Proxy-Authenticate', 'Negotiate'],
] as const;

/** Deviations in the status line and the header, or without either. */
export const httpDefects: readonly Defect[] = [
  {
    id: 'connection-dropped',
    title: 'The connection ends without a response',
    requirement: 'bindings.soap11.response',
    rules: ['http/response'],
    seam: 'wire',
    change: (reply) => ({ ...reply, hangUp: true }),
  },
  {
    id: 'status-201',
    title: 'A packet result comes with status 201',
    requirement: 'bindings.soap11.response-status',
    rules: ['http/status'],
    seam: 'wire',
    change: (reply) => ({ ...reply, status: 201, reason: 'Created' }),
  },
  {
    id: 'soap11-media-type-xml',
    title: 'SOAP 1.1 replies are application/xml',
    requirement: 'bindings.soap11.response-media-type',
    rules: ['http/media-type'],
    bindings: ['soap11'],
    seam: 'wire',
    change: (reply) => withMediaType(reply, 'application/xml'),
  },
  {
    id: 'soap12-media-type-text-xml',
    title: 'SOAP 1.2 replies are text/xml',
    requirement: 'bindings.soap12.response-media-type',
    rules: ['http/media-type'],
    bindings: ['soap12'],
    seam: 'wire',
    change: (reply) => withMediaType(reply, 'text/xml'),
  },
  {
    id: 'charset-missing',
    title: 'The content type names no charset',
    requirement: 'bindings.soap11.response-charset',
    rules: ['http/charset'],
    seam: 'wire',
    change: (reply) => withCharset(reply, null),
  },
  ...challenges.map(
    ([id, name, value]): Defect => ({
      id,
      title: `Replies hold a ${name} header`,
      requirement: 'authentication.no-challenge',
      rules: ['http/no-challenge'],
      seam: 'wire',
      change: (reply) => withHeader(reply, name, value),
    }),
  ),
  ...statusDefects,
  ...mediaTypeDefects,
  ...charsetDefects,
  ...connectionDefects,
];
