import { describe, expect, it } from 'vitest';
import { bare, judge, onCorrectReplies } from '../testing.ts';

describe('xml/no-dtd', () => {
  it('keeps silent on correct replies in every equal form', () => {
    expect(onCorrectReplies('xml/no-dtd')).toEqual({ asked: 16, wrong: [] });
  });

  it('is broken by a document type without entities, and nothing behind it is read', () => {
    expect(bare(judge({ edits: [['?><', '?><!DOCTYPE Envelope><']] }))).toEqual([
      {
        rule: 'xml/no-dtd',
        level: 'must',
        path: 'prolog',
        expected: 'no document type declaration',
        actual: '<!DOCTYPE …>',
      },
    ]);
  });

  it('is broken by an internal subset behind a comment', () => {
    expect(
      bare(judge({ body: '<!-- a -->\n<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>' })),
    ).toEqual([
      {
        rule: 'xml/no-dtd',
        level: 'must',
        path: 'prolog',
        expected: 'no document type declaration',
        actual: '<!DOCTYPE …>',
      },
    ]);
  });

  it('is broken without an XML declaration and with a byte order mark', () => {
    expect(bare(judge({ body: '\uFEFF<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd"><a/>' }))).toEqual([
      {
        rule: 'xml/no-dtd',
        level: 'must',
        path: 'prolog',
        expected: 'no document type declaration',
        actual: '<!DOCTYPE …>',
      },
    ]);
  });

  it('is broken, beside the media type and charset, by a page in HTML', () => {
    expect(
      bare(judge({ headers: [['Content-Type', 'text/html']], body: '<!doctype html><p>Log in' })),
    ).toEqual([
      {
        rule: 'http/media-type',
        level: 'must',
        path: 'Content-Type',
        expected: 'text/xml',
        actual: 'text/html',
      },
      {
        rule: 'http/charset',
        level: 'must',
        path: 'Content-Type',
        expected: 'charset=utf-8',
        actual: 'no charset',
      },
      {
        rule: 'xml/no-dtd',
        level: 'must',
        path: 'prolog',
        expected: 'no document type declaration',
        actual: '<!DOCTYPE …>',
      },
    ]);
  });

  it('leaves the word behind the root to xml/well-formed', () => {
    expect(bare(judge({ body: '<a/><!DOCTYPE a>' }))).toEqual([
      expect.objectContaining({ rule: 'xml/well-formed' }),
    ]);
  });
});
