import type { Value } from '../model/judging/finding.ts';
import type { TextChange } from '../reading/text-change.ts';
import { words } from '../text/finding-value.ts';
import texts from './texts.json' with { type: 'json' };
import { isKind, partsOf, valueText } from './value-text.ts';

/** The meaning of a difference or a message, and its name, by which advice is looked up. */
export interface Meaning {
  readonly name: string;
  readonly text: Value;
}

export type Meant = keyof typeof texts.meanings;

/** Returns a meaning, with values where its words leave room for them. */
export function meant(name: Meant, ...values: readonly Value[]): Meaning {
  return { name, text: words(texts.meanings[name].split('{}'), ...values) };
}

/** Returns the meaning of a change, in words. */
export function wordedChange(change: TextChange | undefined): Meaning | undefined {
  return change && meant(change.kind, ...change.parameters);
}

/** Meanings by rule, each with the pattern of its message, alone or behind the parts before it; the first that fits counts. */
const known: Readonly<Record<string, Readonly<Partial<Record<Meant, RegExp>>>>> = {
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
    'rejected-before': /^40[13]$/,
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
    'charset-as-coding': /^(?:utf|iso|windows|us-ascii|ascii|latin)[-\w]*$/i,
    'no-coding': /^(?:none|identity|binary|[78]bit|base64|plain|text)$/i,
  },
  'xml/well-formed': {
    'no-body': /document is empty/,
    'not-xml': /^text data outside/,
    'bare-ampersand': /is not a reference/,
    'bare-less-than': /in tag name|^disallowed character: U\+003C/,
    'cut-off-body': /^unclosed tag/,
    'no-character': /^disallowed character: U\+/,
    'cdata-end': /^the string `\]\]>`/,
    'before-declaration': /at the start/,
  },
  'result/schema': {
    nil: /'nillable'/,
    'xsi-type': /attribute '\{[^}]*\}type'/,
    'text-between': /Character content/,
  },
};

/** Returns the meaning of a message of a server or a library, if it needs an explanation. */
export function meaningOfMessage(rule: string, actual: Value): Meaning | undefined {
  const meanings = known[rule];
  if (!meanings) return undefined;
  // What a reply holds is neither a word nor a message.
  const said = partsOf(actual).map((part) =>
    typeof part === 'string' || isKind(part, 'message') ? valueText(part) : '',
  );
  const all = [...said, said.join('')];
  const found = Object.entries(meanings).find(([, pattern]) => all.some((text) => pattern.test(text)));
  return found && meant(found[0] as Meant);
}
