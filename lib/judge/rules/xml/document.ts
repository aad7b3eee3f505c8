import { bodyMessage } from '../../../reading/body-text.ts';
import { messageOf, quoted, words } from '../../../text/finding-value.ts';
import { bodyEnd } from '../../../wire/xml/decode-bytes.ts';
import { rule } from '../rule.ts';

/** How a body begins that is something other than XML: its beginning says what it is. */
const OTHER = /^\s*(?:[!-;=-~]|<(?:!doctype\s+html|html|head|body|br|b|p|div|pre|font)\b)/i;

export const xmlDocumentRules = [
  /**
   * Bytes, byte order mark and charset agree (contract §4.1, charset=utf-8; XML 1.0 §4.3.3). A wrong XML declaration, which
   * HTTP overrides (RFC 7303 §3), and a content coding that was not requested weigh less: the body can be read.
   */
  rule('xml/encoding', 'must', 'body', ({ reading: { encodingConflicts, text } }) =>
    text === null && encodingConflicts.length === 0 ? null : encodingConflicts,
  ),
  /**
   * The document is within the limits of the suite; XML and the contract (§8) have none. What is written with entities of
   * a document type declaration is never read; over SOAP xml/no-dtd forbids that.
   */
  rule('xml/limits', 'must', 'body', ['limit', 'unread'], ({ reading: { xml }, binding }) => {
    if (xml.kind === 'undecodable') return null;
    const expected = 'a document within the limits of the suite';
    if (xml.kind === 'beyond-limits') {
      return [{ path: `line ${xml.line}, column ${xml.column}`, expected, actual: messageOf(xml.message) }];
    }
    if (xml.kind !== 'doctype' || binding.envelope !== undefined) return [];
    return [{ path: 'prolog', expected, actual: 'the document uses entities that its DTD declares' }];
  }),
  /** The body is one namespace-well-formed XML 1.0 document (contract §2: XML text elements). */
  rule('xml/well-formed', 'must', 'body', ['unread'], ({ reading: { xml, text }, response }) => {
    if (xml.kind === 'document') return [];
    if (xml.kind !== 'malformed') return null;
    const path = xml.column > 0 ? `line ${xml.line}, column ${xml.column}` : `line ${xml.line}`;
    const [message, body] = [messageOf(xml.message), bodyMessage(text ?? '')];
    const said = body.by === undefined ? quoted(body.text) : body;
    const end = xml.message.startsWith('unclosed') ? words`; ${bodyEnd(response.body.length)}` : '';
    const more = OTHER.test(text ?? '') ? words`; it says: ${said}` : end;
    return [{ path, expected: 'well-formed XML', actual: words`${message}${more}` }];
  }),
  /** SOAP 1.1 §3 and SOAP 1.2 part 1 §5 forbid a document type declaration; over GET and POST that only follows. */
  rule('xml/no-dtd', 'must', 'body', ({ reading: { xml }, binding }) => {
    if (xml.kind !== 'doctype' && xml.kind !== 'document') return null;
    if (xml.kind === 'document' && !xml.doctype) return [];
    const breach = { path: 'prolog', expected: 'no document type declaration', actual: '<!DOCTYPE …>' };
    return [binding.envelope === undefined ? { ...breach, level: 'should' } : breach];
  }),
] as const;
