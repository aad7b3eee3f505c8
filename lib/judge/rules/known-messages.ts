import type { About } from '../../model/judging/finding.ts';
import { entriesOf } from '../../text/defined.ts';

// Stryker disable all: lib/findings/meaning.test.ts tries each pattern

/** Messages by rule, each with its pattern; the first that fits counts. */
const known = {
  'http/response': {
    'nothing-listens': /^ECONNREFUSED/,
    'no-host': /^(?:ENOTFOUND|EAI_AGAIN)/,
    'no-route': /^(?:EHOSTUNREACH|ENETUNREACH)/,
    'no-connection': /^UND_ERR_CONNECT_TIMEOUT/,
    'too-slow': /^UND_ERR_(?:HEADERS|BODY)_TIMEOUT|^TimeoutError/,
    closed: /^(?:ECONNRESET|EPIPE)/,
    'wrong-length': /^UND_ERR_RES_CONTENT_LENGTH_MISMATCH/,
    'bad-chunks': /^HTTPParserError/,
    'not-http': /^NO_HTTP/,
  },
  // Settings are those of web.config unless another file is named.
  'http/status': {
    'request-validation': /HttpRequestValidationException|potentially dangerous Request\.(?!Path)/,
    'url-too-long': /maxQueryStringLength|maxUrlLength/,
    'body-too-long': /maxRequestLength/,
    'request-too-long':
      /404\.1[345]\b|^4(?:13|14|31)$|Maximum request length exceeded|Request Too Long|too long/i,
    'no-operation': /^SOAP fault: .*SOAPAction/s,
    'no-protocol': /InvalidOperationException: [^(]*'\/\w+'|Request format is unrecognized/,
    'parameter-not-found':
      /^500\b.*?(?:, SOAP fault)?: (?:HTML page: )?(?:System\.InvalidOperationException: )?[\p{L} ]+: [A-Z]\w+\.?$/u,
    'error-hidden': /^HTML page: Runtime Error\b/,
    redirect: /^30[^4]$/,
    unauthorized: /^401$/,
    'rejected-before': /^403$/,
    'nothing-here': /^404$/,
    'no-method': /^405$/,
    'no-media-type': /^415$/,
    proxy: /^50[24]$/,
    'proxy-password': /^407$/,
    'slow-down': /^(?:429|503)$/,
    unexplained: /^, empty body$/,
  },
  'request/envelope': {
    'half-character': /malformed character entity/,
    'before-envelope': /text data outside of root node|precedes the document/,
  },
  'http/media-type': {
    'help-page': /^HTML page: \S+ Web Service\b/,
    'web-page': /^HTML page:/,
    'plain-text-refusal': /^text\/plain, ./,
  },
  'xml/encoding': {
    'cut-off-body': /the body ends after/,
    surrogates: /^ED A[\dA-F] [89AB][\dA-F] ED\b/,
    'not-utf-8': /^[\dA-F]{2}\b.* at byte/,
  },
  // A charset is out of place in a Content-Encoding alone.
  'xml/encoding coding': {
    'charset-as-coding': /^(?:utf|iso|windows|us-ascii|ascii|latin)[-\w]*$/i,
    'no-coding': /^(?:none|identity|binary|[78]bit|base64|plain|text)$/i,
  },
  'xml/well-formed': {
    'half-character': /^malformed character entity &#(?:5[5-7]\d{3}|xd[89a-f]\w\w);/i,
    'no-body': /document is empty/,
    'not-xml': /^text data outside|; it says: /,
    'bare-ampersand': /is not a reference/,
    'bare-less-than': /in tag name|^disallowed character: U\+003C/,
    'cut-off-body': /the body ends after/,
    'no-character': /^disallowed character: U\+/,
    'cdata-end': /^the string `\]\]>`/,
    'before-declaration': /at the start/,
  },
  'result/schema': {
    nil: /'nillable'/,
    'xsi-type': /attribute '\{[^}]*\}type'/,
    'text-between': /Character content/,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, RegExp>>>>;

// Stryker restore all

type NamesIn<Messages> = Messages extends unknown ? keyof Messages : never;
type KnownMessage = NamesIn<(typeof known)[keyof typeof known]>;

const byRule: Readonly<Record<string, Readonly<Partial<Record<KnownMessage, RegExp>>>>> = known;

/** Returns the name of the message that one of these texts is; undefined for one that needs no explanation. */
export function knownMessage(rule: string, about: About | undefined, texts: readonly string[]) {
  const patterns = byRule[about?.coding === undefined ? rule : `${rule} coding`] ?? {};
  const found = entriesOf(patterns).find(([, pattern]) => texts.some((text) => pattern.test(text)));
  return found?.[0];
}
