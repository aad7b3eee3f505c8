import type { Part, Value } from '../model/judging/finding.ts';
import { isKind, partsOf, partText } from './value-text.ts';

/** Meanings, each with the words of the server or library, alone or behind those before them, that have it; the first that fits counts. */
type Meanings = Readonly<Record<string, RegExp>>;

/** Responses of servers without a packet result; settings are those of web.config unless another file is named. */
const statuses: Meanings = {
  'ASP.NET request validation rejected the text; httpRuntime requestValidationMode="2.0" and pages validateRequest="false" disable it':
    /HttpRequestValidationException|potentially dangerous Request\.(?!Path)/,
  'the URL is longer than ASP.NET accepts; limits: httpRuntime maxQueryStringLength and maxUrlLength, IIS requestFiltering maxQueryString and maxUrl':
    /maxQueryStringLength|maxUrlLength/,
  'the body is longer than ASP.NET accepts; limit: httpRuntime maxRequestLength': /maxRequestLength/,
  'the request is longer than a server accepts; limits: IIS requestFiltering (maxUrl, maxQueryString, maxAllowedContentLength), ASP.NET httpRuntime (maxUrlLength, maxQueryStringLength, maxRequestLength), HTTP.sys, or a proxy such as nginx (large_client_header_buffers, client_max_body_size)':
    /404\.1[345]\b|^4(?:13|14|31)$|Maximum request length exceeded|Request Too Long|too long/i,
  'the service has no operation for this SOAPAction; check that --namespace is exactly the namespace of its WSDL':
    /^SOAP fault: .*SOAPAction/s,
  'ASMX accepts HTTP GET and HTTP POST from other machines only if webServices protocols adds HttpGet and HttpPost':
    /InvalidOperationException: [^(]*'\/\w+'|Request format is unrecognized/,
  'ASMX did not find the named parameter: its method declares one that is not in the contract, or its name differs in letter case':
    /^500\b.*?(?:, SOAP fault)?: (?:HTML page: )?(?:System\.InvalidOperationException: )?[\p{L} ]+: [A-Z]\w+\.?$/u,
  'ASP.NET hides the error from other machines; customErrors mode="Off" or the event log of the server shows it; if only texts with < fail, the cause is request validation (requestValidationMode="2.0")':
    /^HTML page: Runtime Error\b/,
  'the server redirects clients to https, another host or a sign-in page; see the Location header of the response':
    /^3\d\d$/,
  'the request was rejected before it reached the service, for example by IIS without anonymous authentication, an IP allow-list or a firewall':
    /^40[13]$/,
  'the server has nothing at this path (the base URL must end before the path base, such as /live/postsms.asmx), or the query is longer than IIS requestFiltering maxQueryString':
    /^404$/,
  'this path does not accept the method; check the base URL, and that ASP.NET (the .asmx handler) is installed there':
    /^405$/,
  'the service does not accept the media type of this binding; WCF basicHttpBinding accepts only SOAP 1.1, and ASMX accepts SOAP 1.2 unless webServices protocols removes HttpSoap12':
    /^415$/,
  'a proxy or gateway answered because it could not reach the service in time': /^50[24]$/,
  'the response does not say why': /^, empty body$/,
};

const known: Readonly<Record<string, Meanings>> = {
  'http/response': {
    'nothing listens on this address; check that the service is running, and the host and port':
      /^ECONNREFUSED/,
    'the host name could not be resolved; check its spelling': /^(?:ENOTFOUND|EAI_AGAIN)/,
    'this machine has no route to the address': /^(?:EHOSTUNREACH|ENETUNREACH)/,
    'no connection was accepted in time; check the host, and firewalls on the way to it':
      /^UND_ERR_CONNECT_TIMEOUT/,
    'the service was too slow; the named flag allows more time':
      /^UND_ERR_(?:HEADERS|BODY)_TIMEOUT|^TimeoutError/,
    'the peer closed the connection before the response was complete': /^(?:ECONNRESET|EPIPE)/,
    'the body was cut off, Content-Length is wrong (characters counted instead of bytes?) or occurs twice, or Transfer-Encoding is present too':
      /^UND_ERR_RES_CONTENT_LENGTH_MISMATCH/,
    'the Content-Length header is not a number, or occurs twice': /^HTTPParserError.*Content-Length/,
    'the response is not HTTP/1.1; the port may speak another protocol or require https': /^HTTPParserError/,
  },
  'http/status': statuses,
  'http/media-type': {
    'the server returned the ASMX help page, so it did not see a call; a proxy or redirect may have changed POST to GET':
      /^HTML page: \S+ Web Service\b/,
    'the server returned a web page; check the base URL, and whether a sign-in page comes before the service':
      /^HTML page:/,
    'the service refused the call in plain text, but with a status code of success': /^text\/plain, ./,
  },
  'xml/well-formed': {
    'the response has no body': /document is empty/,
    'the body contains something other than XML, such as HTML, plain text or JSON': /^text data outside/,
    'an & is not escaped; write it as &amp;. XML defines only the entities amp, lt, gt, quot and apos':
      /is not a reference/,
    'a < in text is not escaped; write it as &lt;': /in tag name|^disallowed character: U\+003C/,
    'the body ends too early; it may have been cut off': /^unclosed tag/,
    'XML does not allow this character, not even as a character reference': /^disallowed character: U\+/,
    ']]> in text must be written as ]]&gt;': /^the string `\]\]>`/,
    'something precedes the XML declaration; even white space is not allowed there': /at the start/,
  },
  'result/schema': {
    'xsi:nil is not allowed here; write an empty value as an empty element': /'nillable'/,
    'xsi:type names a type that is not a string, but every field is a string in the contract':
      /attribute '\{[^}]*\}type'/,
    'there is text between the elements; only white space is allowed there': /Character content/,
  },
};

/** Returns the meaning of what a server or a library says, if it needs an explanation. */
export function meaningOfMessage(rule: string, actual: Value): string | undefined {
  const said = partsOf(actual).map(spoken);
  const texts = [...said, said.join('')];
  return Object.entries(known[rule] ?? {}).find(([, words]) => texts.some((text) => words.test(text)))?.[0];
}

/** A word or a message; what a reply holds is neither. */
function spoken(part: Part): string {
  if (typeof part === 'string') return part;
  return isKind(part, 'message') ? partText(part, 0) : '';
}
