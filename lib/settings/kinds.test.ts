import { expect, it } from 'vitest';
import { contract } from '../../suites/support/cases.ts';
import { resultValidator } from '../wire/xml/schema/result-schema.ts';
import { schemaEngine } from '../wire/xml/schema/schema-engine.ts';
import { namespaceUri } from './special-kinds.ts';

const accepts = (text: string) => namespaceUri.read([text], '').ok;

it.each([
  ...['', 'a b', 'a"b', 'a<b', 'a\u0001b', 'http://x/ş', 'http://x/%zz', '100%', '%%41', 'a&#38;b'],
  ...[
    'http://x?a&#',
    'a#b#c',
    ':a',
    '1a:b',
    'a_b:c',
    'http://x:port/',
    'http://x:/',
    'http://a@b@c',
    '//a@b@c',
  ],
  ...['a[b]', 'http://x?[a]', 'http://[::1', 'http://[::1]x'],
])('%j is no namespace', (text) => expect(accepts(text)).toBe(false));

it.each([
  ...['http://tempuri.org/', 'urn:sms:v1', 'http://x?a=1&b=2', "it's$!(a);b,c@d", 'http://x#', 'foo'],
  ...['http://x/%C5%9f', 'http://x:80/a:b//c?d/?#e/?', '//x.y', './a:b', 'a&amp;b'],
])('the namespace %s is accepted, and a result in it can be validated', async (uri) => {
  expect(accepts(uri)).toBe(true);
  const element = (local: string) => ({ uri, local, prefix: '', attributes: [], children: [] });
  const children = ['PacketID', 'PacketStatus', 'DeliveryResults'].map(element);
  const validate = resultValidator(await schemaEngine(), contract, uri);
  expect(validate({ ...element('EmPostSmsResult'), children })).toEqual([]);
  expect(validate(element('EmPostSmsResult'))).not.toEqual([]);
});
