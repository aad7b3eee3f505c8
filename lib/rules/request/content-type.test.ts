import { describe, expect, it } from 'vitest';
import { judgeSent, toldSent } from '../testing.ts';

describe('request/content-type', () => {
  it.each([
    'text/xml; charset=UTF-8',
    'text/xml; charset="utf-8"',
    'TEXT/XML; Charset="UTF-8"',
    'text/xml;charset=utf-8',
    'text/xml \t;\t charset=utf-8',
    'text/xml;charset="utf-8"',
  ])('takes what HTTP calls the same: %s', (value) => {
    expect(
      judgeSent(['SendBulkSms', 'soap11'], (request) => ({
        ...request,
        headers: [['Content-Type', value], ...request.headers.slice(1)],
      })),
    ).toEqual([]);
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
    expect(
      toldSent(
        judgeSent(['SendBulkSms', 'soap11'], (request) => ({
          ...request,
          headers: [['Content-Type', value], ...request.headers.slice(1)],
        })),
      ),
    ).toEqual([`request/content-type Content-Type: expected text/xml; charset=utf-8; actual ${value}`]);
  });

  it('leaves an action parameter open', () => {
    expect(
      toldSent(
        judgeSent(['SendBulkSms', 'soap12'], (request) => ({
          ...request,
          headers: [['content-type', 'application/soap+xml; charset=utf-8; action="a"']],
        })),
      ),
    ).toEqual([
      `request/content-type gap Content-Type: expected application/soap+xml; charset=utf-8; actual application/soap+xml; charset=utf-8; action="a"`,
    ]);
  });

  it('is broken by none on a form', () => {
    expect(
      toldSent(judgeSent(['SendBulkSms', 'http-post'], (request) => ({ ...request, headers: [] }))),
    ).toEqual([`request/content-type Content-Type: expected application/x-www-form-urlencoded; actual none`]);
  });

  it('is broken by the right one twice', () => {
    expect(
      toldSent(
        judgeSent(['SendBulkSms', 'http-post'], (request) => ({
          ...request,
          headers: [...request.headers, ['content-type', 'application/x-www-form-urlencoded']],
        })),
      ),
    ).toEqual([
      `request/content-type Content-Type: expected application/x-www-form-urlencoded; actual application/x-www-form-urlencoded and application/x-www-form-urlencoded`,
    ]);
  });

  it('is broken by any on GET', () => {
    expect(
      toldSent(
        judgeSent(['ReportSingleShotSms', 'http-get'], (request) => ({
          ...request,
          headers: [...request.headers, ['Content-Type', 'text/xml']],
        })),
      ),
    ).toEqual([`request/content-type Content-Type: expected none; actual text/xml`]);
  });
});
