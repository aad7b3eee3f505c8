import { describe, expect, it } from 'vitest';
import { fired, judge, namespace, told } from '../testing.ts';

describe('plain/root', () => {
  it('is broken by another name', () => {
    expect(told(judge({ binding: 'http-get', edits: [['EmPostSmsResult', 'PacketResult']] }))).toEqual([
      `plain/root must /PacketResult: expected {http://sms.example/ns}EmPostSmsResult; actual {http://sms.example/ns}PacketResult`,
    ]);
  });

  it('is broken by a root in no namespace', () => {
    expect(
      told(
        judge({
          binding: 'http-post',
          edits: [
            ['<EmPostSmsResult xmlns=', '<EmPostSmsResult xmlns:q='],
            ['<PacketID', '<q:PacketID'],
            ['</PacketID', '</q:PacketID'],
            [/<(\/?)(PacketStatus|DeliveryResults)/g, '<$1q:$2'],
            [/<(\/?)(EmSms|Gsm|Delivery(?!Results)|Delivered|PostT|Key|SendD)/g, '<$1q:$2'],
          ],
        }),
      ),
    ).toEqual([
      `plain/root must /EmPostSmsResult: expected {http://sms.example/ns}EmPostSmsResult; actual EmPostSmsResult`,
    ]);
  });

  it('is all that is told of a root in another namespace with everything in it', () => {
    const findings = judge({ binding: 'http-post', edits: [[namespace, 'urn:other']] });
    expect(fired(findings)).toEqual(['plain/root']);
  });

  it.each([
    [
      'a SOAP envelope',
      '<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body/></Envelope>',
      'Envelope',
    ],
    ['a text', `<string xmlns="${namespace}">denied</string>`, 'string'],
    ['a page', '<html><body>denied</body></html>', 'html'],
  ])('is broken by %s, of which the rules about fields say nothing', (_, body, root) => {
    const findings = judge({ binding: 'http-get', body });
    expect(findings.map(({ rule, path }) => [rule, path])).toEqual([['plain/root', `/${root}`]]);
  });
});
