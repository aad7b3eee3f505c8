import { describe, expect, it } from 'vitest';
import { bare, judge, onCorrectReplies } from '../testing.ts';

describe('http/media-type', () => {
  it('keeps silent on correct replies in every equal form', () => {
    expect(onCorrectReplies('http/media-type')).toEqual({ asked: 16, wrong: [] });
  });

  it('is broken by the media type of the other SOAP version', () => {
    expect(
      bare(judge({ binding: 'soap12', headers: [['Content-Type', 'text/xml; charset=utf-8']] })),
    ).toEqual([
      {
        rule: 'http/media-type',
        level: 'must',
        path: 'Content-Type',
        expected: 'application/soap+xml',
        actual: 'text/xml',
      },
    ]);
  });

  it('is broken by application/xml', () => {
    expect(bare(judge({ headers: [['content-type', 'application/xml; charset=utf-8']] }))).toEqual([
      {
        rule: 'http/media-type',
        level: 'must',
        path: 'Content-Type',
        expected: 'text/xml',
        actual: 'application/xml',
      },
    ]);
  });

  it('is broken by a missing header, which has no charset to miss', () => {
    expect(bare(judge({ headers: [['X-Content-Type', 'text/xml; charset=utf-8']] }))).toEqual([
      {
        rule: 'http/media-type',
        level: 'must',
        path: 'Content-Type',
        expected: 'text/xml',
        actual: 'no Content-Type header',
      },
    ]);
  });

  it('is broken by a value that is no media type', () => {
    expect(bare(judge({ headers: [['Content-Type', 'xml']] }))).toEqual([
      { rule: 'http/media-type', level: 'must', path: 'Content-Type', expected: 'text/xml', actual: '"xml"' },
    ]);
  });

  it('is broken by two headers that differ', () => {
    expect(
      bare(
        judge({
          headers: [
            ['Content-Type', 'text/xml; charset=utf-8'],
            ['content-type', 'text/plain'],
          ],
        }),
      ),
    ).toEqual([
      {
        rule: 'http/media-type',
        level: 'must',
        path: 'Content-Type',
        expected: 'text/xml',
        actual: '2 Content-Type headers: text/xml; charset=utf-8 and text/plain',
      },
    ]);
  });

  it('takes the same header twice for one', () => {
    expect(
      bare(
        judge({
          headers: [
            ['Content-Type', 'text/xml; charset=utf-8'],
            ['Content-Type', 'text/xml; charset=utf-8'],
          ],
        }),
      ),
    ).toEqual([]);
  });
});
