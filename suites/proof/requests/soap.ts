import { sends, soap } from '../../../lib/reference/defects/defect.ts';
import { content, headerField, soapAction } from '../../../lib/wire/bindings/edits/edit.ts';
import { type EditedRequest, foundBy } from './edited-request.ts';

const overSoap = { bindings: soap };
const bulk = { bindings: soap, operations: ['SendBulkSms'] };
const sending = { bindings: soap, operations: sends };

const XSI = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance"';
const STYLED = ['<soap:Envelope', '<soap:Envelope soap:encodingStyle="urn:x"'] as const;

/** What finds something where no call can be read; whether it has a list is known of our own alone. */
/** Parameters and lists of an operation element that nobody finds are not judged. */
const unread = ['envelope', 'operation-element'];

/** The parameters, each an element with what it holds. */
const parameters = (written: (all: readonly string[]) => readonly string[]) =>
  content((text, { operation: { name } }) =>
    text.replace(
      new RegExp(`(<${name} [^>]*>)(.*)(</${name}>)`, 's'),
      (_, start: string, inside: string, end: string) =>
        [start, ...written(inside.match(/<(\w+)>.*?<\/\1>/gs) ?? []), end].join(''),
    ),
  );

/** Edits of the SOAPAction and of envelopes. */
export const soapEdits: readonly EditedRequest[] = [
  // The SOAPAction header (contract §4.1 rules 1 and 2).
  ...foundBy(['soap-action']).inProbe({
    'no-soap-action': 'SOAPAction is missing',
    'empty-soap-action': 'SOAPAction is empty',
    'unquoted-soap-action': 'SOAPAction has no quotes',
    'wrong-soap-action': 'SOAPAction names another operation',
    'soap-action-added': 'SOAP 1.2 carries a SOAPAction',
  }),
  ...foundBy(['soap-action'], { bindings: ['soap12'] }).in({
    'soap12-soapaction-empty: SOAP 1.2 carries an empty SOAPAction': soapAction(() => '""'),
  }),
  // Around the operation element, and in its name.
  ...foundBy(['envelope']).inProbe({ 'other-envelope': 'The envelope is of the other SOAP version' }),
  ...foundBy(['envelope'], overSoap).inContent({
    'body-twice: The envelope holds its Body twice': [/<soap:Body>.*<\/soap:Body>/s, '$&$&'],
    'two-calls-in-body: The Body holds two elements': ['</soap:Body>', '<Other/></soap:Body>'],
    'doctype: The envelope has a document type declaration': ['<soap:Envelope', '<!DOCTYPE x><soap:Envelope'],
  }),
  ...foundBy(['envelope'], { bindings: ['soap12'] }).inContent({
    'encoding-style-12: The Envelope of SOAP 1.2 has an encodingStyle': STYLED,
  }),
  ...foundBy(['envelope (open)'], { bindings: ['soap11'] }).inContent({
    'encoding-style-11: The Envelope of SOAP 1.1 has an encodingStyle': STYLED,
  }),
  ...foundBy(['operation-element'], overSoap).inContent({
    'operation-element-lower-case: The operation element is in lower case': (text, { operation: { name } }) =>
      text.replaceAll(new RegExp(`(?<=</?)${name}\\b`, 'g'), name.toLowerCase()),
  }),
  // What takes the parameters along.
  ...foundBy(['operation-element', 'parameters', 'list'], overSoap).inContent({
    'operation-without-namespace: The operation is in no namespace': [/ xmlns="[^"]*"/, ''],
    'operation-namespace-slash: Its namespace ends with a slash more': [/( xmlns="[^"]*)/, '$1/'],
  }),
  ...foundBy(unread, overSoap, unread).inContent({
    'body-missing: The envelope holds no Body': [/soap:Body/g, 'soap:Content'],
  }),
  ...foundBy(unread, overSoap, unread).inProbe({
    'no-envelope': 'The operation element has no envelope',
  }),
  ...foundBy(['envelope'], overSoap, ['envelope']).inProbe({
    'not-well-formed': 'The envelope has no end tag',
  }),
  // Which parameters are carried.
  ...foundBy(['parameters', 'list']).inProbe({
    'parameters-without-namespace': 'The parameters are in no namespace',
  }),
  ...foundBy(['parameters'], overSoap).in({
    'ticket-missing: The ServiceTicket is missing': parameters(([, ...others]) => others),
    'ticket-twice: The ServiceTicket is carried twice': parameters((all) => [...all.slice(0, 1), ...all]),
  }),
  ...foundBy(['parameters'], overSoap, []).inContent({
    'ticket-changed: The ServiceTicket is another': ['<ServiceTicket>', '$&x'],
  }),
  ...foundBy(['parameters'], overSoap).inContent({
    'ticket-nil: The ServiceTicket is nil': [
      /<ServiceTicket>.*?<.ServiceTicket>/,
      `<ServiceTicket ${XSI} i:nil="true"/>`,
    ],
  }),
  ...foundBy(['parameters'], overSoap, ['parameters (open)']).in({
    'last-missing: The last parameter is missing': parameters((all) => all.slice(0, -1)),
  }),
  ...foundBy(['parameters (open)'], overSoap).inProbe({
    'parameters-reversed': 'The parameters are in the reverse order',
  }),
  ...foundBy(['parameters (open)'], bulk).inContent({
    'last-nil: The last parameter is nil': [/<EndTime>.*<.EndTime>/, `<EndTime ${XSI} i:nil="true"/>`],
  }),
  // How GsmNumbers is carried (contract §4.1 rule 4).
  ...foundBy(['list'], bulk).inContent({
    'list-child-renamed: The children of GsmNumbers are called GsmNumber': [/(<\/?)string>/g, '$1GsmNumber>'],
    'list-joined: The numbers are one text, joined by commas': [/<\/string><string>|<\/?string>/g, ','],
    'list-without-string: The numbers appear in GsmNumbers without elements': [/<.?string>/g, ''],
    'string-elsewhere: The first number is in another namespace': ['<string>', '<string xmlns="urn:x">'],
  }),
  ...foundBy(['list'], bulk, []).inContent({
    'list-last-only: Only the last number is carried': [/<string>\d+<\/string>(?=<string>)/g, ''],
  }),
  ...foundBy(['list', 'parameters'], bulk).inContent({
    'list-flattened: GsmNumbers itself is repeated': [
      /<\/string><string>/g,
      '</string></GsmNumbers><GsmNumbers><string>',
    ],
    'list-repeated: GsmNumbers is repeated and holds each number as its text': (text) =>
      text.replace(/<.?GsmNumbers>/g, '').replace(/(<\/?)string>/g, '$1GsmNumbers>'),
  }),
  ...foundBy(['list', 'parameters'], bulk, ['values']).inContent({
    'list-absent: GsmNumbers is left out': [/<GsmNumbers>.*<.GsmNumbers>/, ''],
  }),
  // Values that a client has by mistake, and nobody else can know.
  ...foundBy(['list'], bulk, ['values']).inContent({
    'list-empty: GsmNumbers has no number': [/<string>\d+<\/string>/g, ''],
    'number-word: A number is a word': [/<string>\d+/, '<string>unknown'],
  }),
  ...foundBy(['parameters'], overSoap, ['values (open)']).inContent({
    'ticket-empty: The ServiceTicket is empty': [/<ServiceTicket>[^<]+/, '<ServiceTicket>'],
  }),
  // Between characters and bytes.
  ...foundBy(['encoding'], overSoap).in({
    'envelope-latin1: The envelope holds a byte of ISO-8859-1': (request) => ({
      ...request,
      body: Buffer.concat([Buffer.from(request.body ?? []), Buffer.from('<!--\xfc-->', 'latin1')]),
    }),
  }),
  ...foundBy(['content-type', 'encoding'], { bindings: ['soap11'], operations: sends }).in({
    'envelope-latin5: An envelope is in ISO-8859-9, as its content type says': (request, call) => ({
      ...headerField('Content-Type', () => 'text/xml; charset=iso-8859-9')(request, call),
      body: Buffer.from(`${Buffer.from(request.body ?? [])}`.replace('ş', '\xFE'), 'latin1'),
    }),
  }),
  ...foundBy(['parameters'], sending, []).inContent({
    'text-escaped-twice: The message is escaped twice': [/&lt;/g, '&amp;lt;'],
  }),
  ...foundBy([], overSoap).inContent({
    'wrong-declaration: The XML declaration names another encoding than the header': ['utf-8', 'iso-8859-9'],
  }),
];
