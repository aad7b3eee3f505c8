import { describe, expect, it } from 'vitest';
import { correctText, edited, found, judge, judgeSent, tells } from '../../../../suites/support/judged.ts';

const xml = ['Content-Type', 'text/xml; charset=utf-8'] as const;
const expects = (type: string) => `http/media-type must Content-Type: expected ${type}; actual`;

describe('http/media-type', () => {
  tells('application/xml', { headers: [['content-type', 'application/xml; charset=utf-8']] }, [
    `${expects('text/xml')} application/xml`,
  ]);
  tells('a missing header, and no charset', { headers: [['X-Content-Type', 'text/xml; charset=utf-8']] }, [
    `${expects('text/xml')} no Content-Type header`,
  ]);
  tells('a value that is no media type', { headers: [['Content-Type', 'xml']] }, [
    `${expects('text/xml')} "xml"`,
  ]);
  tells('two headers that differ', { headers: [xml, ['content-type', 'text/plain']] }, [
    `${expects('text/xml')} 2 Content-Type headers: text/xml; charset=utf-8 and text/plain`,
  ]);
  tells('the same header twice, at should', { headers: [xml, xml] }, [
    'http/media-type should Content-Type: expected one Content-Type header; actual 2 equal Content-Type headers (repeated: true)',
  ]);

  tells('the media type of the other SOAP version', { binding: 'soap12', headers: [xml] }, [
    `${expects('application/soap+xml')} text/xml`,
  ]);

  it('takes a value of a million blanks, and says how long it is', () => {
    // Work that grows with the square of their number would last beyond the limit of a test.
    const value = `text/xml;${' '.repeat(1_000_000)}x`;
    expect(found({ headers: [['Content-Type', value]] }).join()).toContain('no charset');
    expect(
      judgeSent(['SendBulkSms', 'soap11'], (request) => ({
        ...request,
        headers: [['Content-Type', value]],
      })).map(({ actual }) => [actual].flat().join('').trim().slice(-22)),
    ).toContain('… (1000010 characters)');
  });

  it('breaks a requirement of its own by the same header twice', () => {
    expect(judge({ headers: [xml, xml] })[0]?.requirements).toEqual([
      'bindings.soap11.response-content-type-once',
    ]);
  });

  it.each([
    [
      'text/html',
      '<html><head><title>Sign in</title></head><body><br></body></html>',
      ', HTML page: Sign in',
    ],
    [
      'text/html',
      '<html xmlns="http://www.w3.org/1999/xhtml"><h1>Sign in</h1></html>',
      ', HTML page: Sign in',
    ],
    ['text/plain', 'Missing parameter: KeyID.', ', Missing parameter: KeyID.'],
    ['text/html', '<e><![CDATA[<html><title>No</title>]]></e>', ''],
    ['text/html', '<e>&</e>', ''],
  ])('says what a body of %s says where it is neither XML nor nearly: %s', (type, body, said) => {
    const lines = found({ binding: 'http-get', headers: [['Content-Type', type]], body });
    expect(lines).toContain(`${expects('text/xml')} ${type}${said}`);
  });

  it.each([
    ['text/plain', 'unknown Originator'],
    ['text/plain; charset=utf-8', ''],
    ['text/html; charset=iso-8859-9', '<html><h1>No</h1><br></html>'],
    ['text/html', '<!DOCTYPE html><html><h1>No</h1></html>'],
    ['application/json', '{"error": 1}'],
  ])('is all that is told of a refusal in %s: %s', (type, body) => {
    for (const level of ['must', 'should', 'gap'] as const) {
      const findings = judge({ headers: [['Content-Type', type]], body }, level);
      expect(findings.map((finding) => [finding.rule, finding.level])).toEqual([['http/media-type', level]]);
    }
  });

  it('leaves a packet result of another media type at must in a case of level should', () => {
    const headers = [['Content-Type', 'text/html; charset=utf-8']] as const;
    expect(found({ headers }, 'should')).toEqual([`${expects('text/xml')} text/html`]);
  });
});

const wrong = (actual: string) => [
  `http/charset must Content-Type: expected charset=utf-8; actual ${actual}`,
];

describe('http/charset', () => {
  it.each([
    ['text/xml', 'no charset'],
    ['text/xml; charset=', 'no charset'],
    ['text/xml; charset=utf8', 'charset=utf8'],
    ['text/xml; charset=utf-8; Charset="iso-8859-9"', 'charset=utf-8 and charset=iso-8859-9'],
    ['text/xml; charset=utf-8;charset=iso-8859-9', 'charset=utf-8 and charset=iso-8859-9'],
    ['text/xml; charset=utf-8;\t charset=iso-8859-9', 'charset=utf-8 and charset=iso-8859-9'],
  ])('is broken by %s', (value, actual) => {
    expect(found({ headers: [['Content-Type', value]] })).toEqual(wrong(actual));
  });

  it('is broken by another charset, even where the bytes keep it', () => {
    const text = edited(correctText('SendBulkSms', 'soap11'), [
      ['encoding="utf-8"', 'encoding="iso-8859-9"'],
      ['ş', '&#351;'],
      ['İ', '&#304;'],
    ]);
    const headers = [['Content-Type', 'text/xml; charset=ISO-8859-9']] as const;
    expect(found({ headers, body: Buffer.from(text, 'latin1') })).toEqual(wrong('charset=ISO-8859-9'));
  });

  it.each([
    'text/xml; charset=utf-8; charset=UTF-8',
    'text/xml; charset=utf-8; charset="utf-8"',
    'text/xml; charset=utf-8 ; charset=utf-8',
    'text/xml; charset=utf-8; note="a; charset=iso-8859-9"',
  ])('keeps silent on %s', (value) => {
    expect(judge({ headers: [['Content-Type', value]] })).toEqual([]);
  });
});
