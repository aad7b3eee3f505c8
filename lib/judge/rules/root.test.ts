import { describe, expect, it } from 'vitest';
import { edit, fires, judge, namespace, tells } from '../../../suites/support/judged.ts';

describe('plain/root', () => {
  tells('another name', { binding: 'http-get', edits: [['EmPostSmsResult', 'PacketResult']] }, [
    'plain/root must /PacketResult: expected {ns}EmPostSmsResult; actual {ns}PacketResult',
  ]);
  const prefixed = edit(
    /<(.?)([A-Z])/g,
    '<$1q:$2',
    'q:EmPostSmsResult',
    'EmPostSmsResult',
    'xmlns=',
    'xmlns:q=',
  );
  tells('a root in no namespace around the right elements', { binding: 'http-post', ...prefixed }, [
    'plain/root must /EmPostSmsResult: expected {ns}EmPostSmsResult; actual EmPostSmsResult',
  ]);
  fires('another namespace all through, once', { binding: 'http-post', edits: [[namespace, 'urn:other']] }, [
    'plain/root /EmPostSmsResult',
  ]);

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
