type Meaning = readonly [message: RegExp, meaning: string];

/** What the messages of XML parser, schema validator and HTTP client mean to somebody who does not know them. */
const known: Readonly<Record<string, readonly Meaning[]>> = {
  'http/response': [
    [/^ECONNREFUSED/, 'nothing listens at this address: is the service started, are host and port right?'],
    [/^(?:ENOTFOUND|EAI_AGAIN)/, 'the name of the host could not be found: is it written right?'],
    [/^(?:EHOSTUNREACH|ENETUNREACH)/, 'there is no way to this address from here'],
    [
      /^UND_ERR_CONNECT_TIMEOUT/,
      'nobody took the connection in time: is it the right host, is a firewall between?',
    ],
    [
      /^UND_ERR_(?:HEADERS|BODY)_TIMEOUT|^TimeoutError/,
      'the service took too long; the setting that is named gives it more time',
    ],
    [/^(?:ECONNRESET|EPIPE)/, 'the other side closed the connection before the response was whole'],
    [
      /^UND_ERR_RES_CONTENT_LENGTH_MISMATCH/,
      'the body was cut off, the length is counted wrongly (in characters instead of bytes?), or the header stands there twice or beside Transfer-Encoding',
    ],
    [/^HTTPParserError.*Content-Length/, 'the Content-Length header is no number, or stands there twice'],
    [/^HTTPParserError/, 'what came is not HTTP: does the port speak another protocol, or want https?'],
  ],
  'xml/well-formed': [
    [/document is empty/, 'the response has no body'],
    [
      /Start tag expected|Extra content/,
      'there is something that is no XML: is it a page, plain text or JSON?',
    ],
    [/xmlParseEntityRef|EntityRef: expecting/, 'an & stands alone: write it as &amp;'],
    [/invalid element name|error parsing attribute name/, 'a < stands in text: write it as &lt;'],
    [/Entity '.*' not defined/, 'XML knows only amp, lt, gt, quot and apos; write the character itself'],
    [/Opening and ending tag mismatch/, 'an element was closed under another name than it was opened'],
    [/Premature end/, 'the body ends too early, as if it was cut off'],
    [/Namespace prefix .* not defined/, 'a prefix is used that no xmlns declares'],
    [/Char value|xmlChar value|character U\+/, 'XML cannot carry this character, not even as a reference'],
    [/ ?\]\]> /, 'in text, ]]> is written as ]]&gt;'],
    [/redefined/, 'an attribute stands twice on one element'],
    [/XML declaration allowed only|Invalid PI name/, 'something stands before <?xml, be it white space'],
    [/Unsupported version/, 'the XML declaration must name version 1.0'],
  ],
  'result/schema': [
    [/'nillable'/, 'xsi:nil is not allowed here; what is empty is written as an empty element'],
    [
      /attribute '\{[^}]*\}type'/,
      'xsi:type names another type than the contract, in which every field is a string',
    ],
    [/Character content/, 'text stands beside the elements; only white space may'],
  ],
};

/** What a message of a library means, where it is one that needs words. */
export function meaningOfMessage(rule: string, message: string): string | undefined {
  return known[rule]?.find(([pattern]) => pattern.test(message))?.[1];
}
