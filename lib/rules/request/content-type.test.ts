import { describe, expect, it } from 'vitest';
import { foundSent, type Row, type Sent } from '../testing.ts';

const FORM = 'application/x-www-form-urlencoded';
const expects = (value: string) => `request/content-type Content-Type: expected ${value}; actual`;
const soapAction = ['SOAPAction', '"http://sms.example/ns/SendBulkSms"'] as const;
const typed = (value: string): Sent => ({ headers: [['Content-Type', value], soapAction] });

describe('request/content-type', () => {
  it.each([
    'text/xml; charset=UTF-8',
    'text/xml; charset="utf-8"',
    'TEXT/XML; Charset="UTF-8"',
    'text/xml;charset=utf-8',
    'text/xml \t;\t charset=utf-8',
    'text/xml;charset="utf-8"',
  ])('takes what HTTP calls the same: %s', (value) => {
    expect(foundSent(typed(value))).toEqual([]);
  });

  it.each([
    'text/xml',
    'text/xml; charset=utf8',
    'text/xml; charset = utf-8',
    'text/xml charset=utf-8',
    "text/xml; charset='utf-8'",
    'text/xml; charset="utf-8',
    'text/xml; charset=utf-8; charset=utf-8',
    'application/xml; charset=utf-8',
  ])('is broken by what only looks like it: %s', (value) => {
    expect(foundSent(typed(value))).toEqual([`${expects('text/xml; charset=utf-8')} ${value}`]);
  });

  it.each<Row<Sent>>([
    [
      'an action parameter, left open',
      { binding: 'soap12', headers: [['content-type', 'application/soap+xml; charset=utf-8; action="a"']] },
      'request/content-type gap Content-Type: expected application/soap+xml; charset=utf-8; actual application/soap+xml; charset=utf-8; action="a"',
    ],
    ['none on a form', { binding: 'http-post', headers: [] }, `${expects(FORM)} none`],
    [
      'the right one twice',
      { binding: 'http-post', added: [['content-type', FORM]] },
      `${expects(FORM)} ${FORM} and ${FORM}`,
    ],
    [
      'any on GET',
      { binding: 'http-get', added: [['Content-Type', 'text/xml']] },
      `${expects('none')} text/xml`,
    ],
  ])('tells of %s', (_, sent, ...lines) => {
    expect(foundSent(sent)).toEqual(lines);
  });
});
