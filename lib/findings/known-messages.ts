type Meaning = readonly [message: RegExp, meaning: string];

/** Settings of IIS, ASP.NET and proxies that limit the length of a request. */
const LENGTH =
  'the request is longer than a server accepts; limits: IIS requestFiltering (maxUrl, maxQueryString, maxAllowedContentLength), ASP.NET httpRuntime (maxUrlLength, maxQueryStringLength, maxRequestLength), HTTP.sys, or a proxy such as nginx (large_client_header_buffers, client_max_body_size)';

/** Responses of servers without a packet result; settings are those of web.config unless another file is named. */
const statuses: readonly Meaning[] = [
  [
    /HttpRequestValidationException|potentially dangerous Request\.(?!Path)/,
    'ASP.NET request validation rejected the text; httpRuntime requestValidationMode="2.0" and pages validateRequest="false" disable it',
  ],
  [
    /maxQueryStringLength|maxUrlLength/,
    'the URL is longer than ASP.NET accepts; limits: httpRuntime maxQueryStringLength and maxUrlLength, IIS requestFiltering maxQueryString and maxUrl',
  ],
  [/maxRequestLength/, 'the body is longer than ASP.NET accepts; limit: httpRuntime maxRequestLength'],
  [/404\.1[345]\b|^4(?:13|14|31)\b|Maximum request length exceeded|Request Too Long|too long/i, LENGTH],
  [
    /SOAP fault: .*SOAPAction/,
    'the service has no operation for this SOAPAction; check that --namespace is exactly the namespace of its WSDL',
  ],
  [
    /InvalidOperationException: [^(]*'\/\w+'|Request format is unrecognized/,
    'ASMX accepts HTTP GET and HTTP POST from other machines only if webServices protocols adds HttpGet and HttpPost',
  ],
  [
    /^500\b[^:]*: (?:System\.InvalidOperationException: )?[\p{L} ]+: [A-Z]\w+\.?$/u,
    'ASMX did not find the named parameter: its method declares one that is not in the contract, or its name differs in letter case',
  ],
  [
    /HTML page: Runtime Error\b/,
    'ASP.NET hides the error from other machines; customErrors mode="Off" or the event log of the server shows it; if only texts with < fail, the cause is request validation (requestValidationMode="2.0")',
  ],
  [
    /^3\d\d\b/,
    'the server redirects clients to https, another host or a sign-in page; see the Location header of the response',
  ],
  [
    /^40[13]\b/,
    'the request was rejected before it reached the service, for example by IIS without anonymous authentication, an IP allow-list or a firewall',
  ],
  [
    /^404\b/,
    'the server has nothing at this path (the base URL must end before the path base, such as /live/postsms.asmx), or the query is longer than IIS requestFiltering maxQueryString',
  ],
  [
    /^405\b/,
    'this path does not accept the method; check the base URL, and that ASP.NET (the .asmx handler) is installed there',
  ],
  [
    /^415\b/,
    'the service does not accept the media type of this binding; WCF basicHttpBinding accepts only SOAP 1.1, and ASMX accepts SOAP 1.2 unless webServices protocols removes HttpSoap12',
  ],
  [/^50[24]\b/, 'a proxy or gateway answered because it could not reach the service in time'],
];

/** Meanings of messages of servers, the XML parser, the schema validator and the HTTP client. */
const known: Readonly<Record<string, readonly Meaning[]>> = {
  'http/response': [
    [
      /^ECONNREFUSED/,
      'nothing listens on this address; check that the service is running, and the host and port',
    ],
    [/^(?:ENOTFOUND|EAI_AGAIN)/, 'the host name could not be resolved; check its spelling'],
    [/^(?:EHOSTUNREACH|ENETUNREACH)/, 'this machine has no route to the address'],
    [
      /^UND_ERR_CONNECT_TIMEOUT/,
      'no connection was accepted in time; check the host, and firewalls on the way to it',
    ],
    [
      /^UND_ERR_(?:HEADERS|BODY)_TIMEOUT|^TimeoutError/,
      'the service was too slow; the named flag allows more time',
    ],
    [/^(?:ECONNRESET|EPIPE)/, 'the peer closed the connection before the response was complete'],
    [
      /^UND_ERR_RES_CONTENT_LENGTH_MISMATCH/,
      'the body was cut off, Content-Length is wrong (characters counted instead of bytes?) or occurs twice, or Transfer-Encoding is present too',
    ],
    [/^HTTPParserError.*Content-Length/, 'the Content-Length header is not a number, or occurs twice'],
    [
      /^HTTPParserError/,
      'the response is not HTTP/1.1; the port may speak another protocol or require https',
    ],
  ],
  'http/status': statuses,
  'http/media-type': [
    [
      /HTML page: \S+ Web Service\b/,
      'the server returned the ASMX help page, so it did not see a call; a proxy or redirect may have changed POST to GET',
    ],
    [
      /HTML page: /,
      'the server returned a web page; check the base URL, and whether a sign-in page comes before the service',
    ],
    [/^text\/plain, ./, 'the service refused the call in plain text, but with a status code of success'],
  ],
  'xml/well-formed': [
    [/document is empty/, 'the response has no body'],
    [/^text data outside/, 'the body contains something other than XML, such as HTML, plain text or JSON'],
    [
      /is not a reference/,
      'an & is not escaped; write it as &amp;. XML defines only the entities amp, lt, gt, quot and apos',
    ],
    [/in tag name|^disallowed character: U\+003C/, 'a < in text is not escaped; write it as &lt;'],
    [/^unclosed tag/, 'the body ends too early; it may have been cut off'],
    [/^disallowed character: U\+/, 'XML does not allow this character, not even as a character reference'],
    [/^the string `\]\]>`/, ']]> in text must be written as ]]&gt;'],
    [/at the start/, 'something precedes the XML declaration; even white space is not allowed there'],
  ],
  'result/schema': [
    [/'nillable'/, 'xsi:nil is not allowed here; write an empty value as an empty element'],
    [
      /attribute '\{[^}]*\}type'/,
      'xsi:type names a type that is not a string, but every field is a string in the contract',
    ],
    [/Character content/, 'there is text between the elements; only white space is allowed there'],
  ],
};

/** Returns the meaning of a message of a library, if it needs an explanation. */
export function meaningOfMessage(rule: string, message: string): string | undefined {
  return known[rule]?.find(([pattern]) => pattern.test(message))?.[1];
}
