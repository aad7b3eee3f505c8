import { describe, expect, it } from 'vitest';
import { bare, judge, told } from '../testing.ts';

describe('http/media-type', () => {
  it('is broken by the media type of the other SOAP version', () => {
    expect(
      told(judge({ binding: 'soap12', headers: [['Content-Type', 'text/xml; charset=utf-8']] })),
    ).toEqual([`http/media-type must Content-Type: expected application/soap+xml; actual text/xml`]);
  });

  it('is broken by application/xml', () => {
    expect(told(judge({ headers: [['content-type', 'application/xml; charset=utf-8']] }))).toEqual([
      `http/media-type must Content-Type: expected text/xml; actual application/xml`,
    ]);
  });

  it('is broken by a missing header, which has no charset to miss', () => {
    expect(told(judge({ headers: [['X-Content-Type', 'text/xml; charset=utf-8']] }))).toEqual([
      `http/media-type must Content-Type: expected text/xml; actual no Content-Type header`,
    ]);
  });

  it('is broken by a value that is no media type', () => {
    expect(told(judge({ headers: [['Content-Type', 'xml']] }))).toEqual([
      `http/media-type must Content-Type: expected text/xml; actual "xml"`,
    ]);
  });

  it('is broken by two headers that differ', () => {
    expect(
      told(
        judge({
          headers: [
            ['Content-Type', 'text/xml; charset=utf-8'],
            ['content-type', 'text/plain'],
          ],
        }),
      ),
    ).toEqual([
      `http/media-type must Content-Type: expected text/xml; actual 2 Content-Type headers: text/xml; charset=utf-8 and text/plain`,
    ]);
  });

  it.each([
    ['text/html', '<html><head><title>Sign in</title></head><body><br></body></html>', 'HTML page: Sign in'],
    ['text/html', '<html xmlns="http://www.w3.org/1999/xhtml"><h1>Sign in</h1></html>', 'HTML page: Sign in'],
    ['text/plain', 'Missing parameter: KeyID.', 'Missing parameter: KeyID.'],
  ])('says what a body of %s says where it is no packet result', (type, body, said) => {
    const found = bare(judge({ binding: 'http-get', headers: [['Content-Type', type]], body }));
    expect(found).toContainEqual({
      rule: 'http/media-type',
      level: 'must',
      path: 'Content-Type',
      expected: 'text/xml',
      actual: `${type}, ${said}`,
    });
  });

  it('shows nothing of a body that is XML, or nearly', () => {
    const headers = [['Content-Type', 'text/html']] as const;
    const actual = ['<e><![CDATA[<html><title>No</title>]]></e>', '<e>&</e>'].map((body) =>
      judge({ binding: 'http-get', headers: [...headers], body }).map((finding) => finding.actual),
    );
    expect(actual).toEqual([expect.arrayContaining(['text/html']), expect.arrayContaining(['text/html'])]);
  });

  it('is broken at should by the same header twice', () => {
    const type = ['Content-Type', 'text/xml; charset=utf-8'] as const;
    const findings = judge({ headers: [type, type] });
    expect(told(findings)).toEqual([
      `http/media-type should Content-Type: expected one Content-Type header; actual 2 equal Content-Type headers (repeated: true)`,
    ]);
    expect(findings[0]?.requirements).toEqual(['bindings.soap11.response-content-type-once']);
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
    const findings = judge({ headers: [['Content-Type', 'text/html; charset=utf-8']] }, 'should');
    expect(findings.map(({ rule, level }) => [rule, level])).toEqual([['http/media-type', 'must']]);
  });
});
