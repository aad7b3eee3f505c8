import { describe, expect, it } from 'vitest';
import { bare, correctText, fired, judge, told } from '../testing.ts';

describe('xml/no-dtd', () => {
  it('is broken by a document type without entities, and what is behind it is judged', () => {
    expect(told(judge({ edits: [['?><', '?><!DOCTYPE Envelope><']] }))).toEqual([
      `xml/no-dtd must prolog: expected no document type declaration; actual <!DOCTYPE …>`,
    ]);
  });

  it('is broken by an internal subset behind a comment', () => {
    expect(
      told(judge({ body: '<!-- a -->\n<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>' })),
    ).toEqual([`xml/no-dtd must prolog: expected no document type declaration; actual <!DOCTYPE …>`]);
  });

  it('is broken without an XML declaration and with a byte order mark', () => {
    const body = `\uFEFF<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd">${correctText('SendBulkSms', 'soap11').slice(38)}`;
    expect(told(judge({ body }))).toEqual([
      `xml/no-dtd must prolog: expected no document type declaration; actual <!DOCTYPE …>`,
    ]);
  });

  it.each(['http-get', 'http-post'] as const)('is broken at should over %s', (binding) => {
    const findings = judge({ binding, edits: [['?><', '?><!DOCTYPE EmPostSmsResult SYSTEM "a.dtd"><']] });
    expect(findings).toMatchObject([
      { rule: 'xml/no-dtd', level: 'should', requirements: [`bindings.${binding}.response-no-dtd`] },
    ]);
  });

  it('leaves a page that is no XML to xml/well-formed, and one that says so to http/media-type', () => {
    const body = '<!DOCTYPE html><p>Log in';
    expect(fired(judge({ body }))).toEqual(['xml/well-formed']);
    expect(fired(judge({ headers: [['Content-Type', 'text/html']], body }))).toEqual(['http/media-type']);
  });

  it('leaves the word behind the root to xml/well-formed', () => {
    expect(bare(judge({ body: '<a/><!DOCTYPE a>' }))).toEqual([
      expect.objectContaining({ rule: 'xml/well-formed' }),
    ]);
  });
});
