import { describe, expect, it } from 'vitest';
import { everyCall } from '../../../../suites/support/calls.ts';
import { change, findingsInRequest } from '../../../../suites/support/judged.ts';
import { bindingIds } from '../../../../suites/support/reference.ts';

const operation = 'ReportSingleShotSms';
const single = 'SingleShotSmsWithTypeAndKeyID';
const found = (level: string, name: string, expected: string, text: string, as?: string) => {
  const names = [`field: ${name}`, ...(as ? [`${as}: ${text}`] : [])].sort().join(', ');
  return `request/values ${level} ${name}: expected ${expected}; actual ${JSON.stringify(text)} (${names})`;
};
const placeholder = (name: string, text: string) =>
  found('gap', name, 'a value, not a placeholder', text, 'placeholder');

describe('request/values', () => {
  it.each([
    'undefined',
    'null',
    'NaN',
    'None',
    '(null)',
    '[object Object]',
    'Array',
    'string',
    'xsd:string',
    '?',
    `\${ticket.id}`,
    '{{ticket}}',
  ])('tells of what programs and tools write for a missing value as open: %s', (text) => {
    for (const binding of bindingIds) {
      const values = { ServiceTicket: text, PacketId: text };
      expect(findingsInRequest({ operation, binding, values })).toEqual([
        placeholder('ServiceTicket', text),
        placeholder('PacketId', text),
      ]);
    }
    const [Message, EndTime] = [text, text];
    expect(findingsInRequest({ values: { Message, EndTime } })).toEqual([
      placeholder('Message', text),
      placeholder('EndTime', text),
    ]);
  });
  it.each(['', ' \n'])('tells of an empty ticket, packet or message as open: %j', (text) => {
    const empty = (name: string) => found('gap', name, 'a text that is not empty', text);
    expect(findingsInRequest({ operation, values: { ServiceTicket: text, PacketId: text } })).toEqual([
      empty('ServiceTicket'),
      empty('PacketId'),
    ]);
    const values = { Message: text, Originator: text, BeginTime: text };
    expect(findingsInRequest({ operation: single, binding: 'http-post', values })).toEqual([
      empty('Message'),
    ]);
  });

  it.each(['[object Object]', 'undefined', 'Array', 'a,b', ' ', ''])(
    'warns of a number without a digit: %j',
    (text) => {
      const warned = (name: string) => found('should', name, 'a number, which has digits', text);
      expect(findingsInRequest({ values: { GsmNumbers: ['1', text] } })).toEqual([warned('GsmNumbers')]);
      expect(findingsInRequest({ operation: single, values: { GsmNumber: text } })).toEqual([
        warned('GsmNumber'),
      ]);
    },
  );
  const none = (name: string) =>
    `request/values should ${name}: expected one or more numbers; actual none (field: ${name})`;
  it.each(bindingIds)('warns of a list without a number over %s', (binding) => {
    expect(findingsInRequest({ binding, values: { GsmNumbers: [] } })).toEqual([none('GsmNumbers')]);
  });
  it('warns of a number that is left out, which is not told again as absent', () => {
    const absent = (name: string) => ({ values: { [name]: undefined } as never });
    const without = change(/<GsmNumber>.*<.GsmNumber>|<GsmNumbers>.*<.GsmNumbers>/g, '');
    expect(findingsInRequest({ ...absent('GsmNumbers'), ...without })).toEqual([none('GsmNumbers')]);
    expect(findingsInRequest({ operation: single, ...absent('GsmNumber'), ...without })).toEqual([
      none('GsmNumber'),
    ]);
  });
  it('leaves a list with another name or without elements to other rules', () => {
    const renamed = findingsInRequest({
      binding: 'http-get',
      values: { GsmNumbers: [] },
      path: [[/$/g, '&GsmNumber=1']],
    });
    expect(renamed).toEqual([
      'request/parameters parameters: expected ServiceTicket, Originator, Message, GsmNumbers, BeginTime, EndTime; actual ServiceTicket, Originator, Message, BeginTime, EndTime, GsmNumber (field: GsmNumbers, slip: GsmNumber)',
    ]);
    const indexed = { binding: 'http-get', values: { GsmNumbers: [] } } as const;
    for (const sent of [
      { ...indexed, path: [[/$/g, '&GsmNumbers[]=1']] as const },
      { values: { GsmNumbers: ['1'] }, ...change(/<.?string>/g, '') },
    ])
      expect(findingsInRequest(sent)).toEqual([expect.stringMatching(/^request\/list /)]);
  });

  it.each(['905321112233\n', '\r\n  905321112233\r\n', '\t905321112233'])(
    'tells of white space around a ticket, a packet or a number as open: %j',
    (text) => {
      const spaced = (name: string) => found('gap', name, 'no white space around it', text, 'spaced');
      const values = { ServiceTicket: text, PacketId: text };
      expect(findingsInRequest({ operation, values })).toEqual([spaced('ServiceTicket'), spaced('PacketId')]);
      expect(findingsInRequest({ values: { GsmNumbers: ['1', text] } })).toEqual([spaced('GsmNumbers')]);
    },
  );
  it.each(['http-get', 'http-post'] as const)(
    'tells of a plus sign that is not percent-encoded, which is a space, as open over %s',
    (binding) => {
      const [number, ServiceTicket] = [' 905321112233', 'YWJj ZGVm=='];
      expect(findingsInRequest({ binding, values: { GsmNumbers: ['1', number] } })).toEqual([
        found('gap', 'GsmNumbers', 'no space in front of it', number, 'plus'),
      ]);
      expect(findingsInRequest({ operation, binding, values: { ServiceTicket } })).toEqual([
        found('gap', 'ServiceTicket', 'no space in it', ServiceTicket, 'plus'),
      ]);
    },
  );
  it.each(['9.05321E+11', '9E11', '905321112233.0'])(
    'tells of a number that a spreadsheet has written as open: %s',
    (text) =>
      expect(findingsInRequest({ values: { GsmNumbers: ['1', text] } })).toEqual([
        found('gap', 'GsmNumbers', 'no exponent or fraction', text, 'numeric'),
      ]),
  );
  it.each(['"P1"', "'P1'"])('tells of a ticket or a packet in quotes as open: %s', (text) => {
    const quoted = (name: string) => found('gap', name, 'no quotes around it', text, 'quoted');
    const values = { ServiceTicket: text, PacketId: text };
    expect(findingsInRequest({ operation, values })).toEqual([quoted('ServiceTicket'), quoted('PacketId')]);
  });
  it.each(['%2B905321112233', 'a%c5%9F1', '1&amp;2', '&lt;1'])(
    'tells of a ticket, a packet or a number that is escaped twice as open: %j',
    (text) => {
      const escaped = (name: string) => found('gap', name, 'a text that is escaped once', text, 'escaped');
      const values = { ServiceTicket: text, PacketId: text };
      expect(findingsInRequest({ operation, values })).toEqual([
        escaped('ServiceTicket'),
        escaped('PacketId'),
      ]);
      expect(findingsInRequest({ values: { GsmNumbers: ['1', text] } })).toEqual([escaped('GsmNumbers')]);
    },
  );

  it.each(everyCall)('keeps silent on what may be meant in %s over %s', (name, binding) => {
    const values = {
      ...{ ServiceTicket: '{6F9619FF-8B86}', PacketId: 'nullable+1%', KeyID: '', BeginTime: '' },
      ...{ Message: ' undefined & null? 100% + %20 &amp; ', Originator: '' },
      ...{ GsmNumber: '(0532) 111 22 33', GsmNumbers: ['+90 532 111 22 33', '***', '0532.111.22.33'] },
    };
    expect(findingsInRequest({ operation: name, binding, values })).toEqual([]);
  });
});
