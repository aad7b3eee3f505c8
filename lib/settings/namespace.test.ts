import { expect, it } from 'vitest';
import { contract } from '../cases/testing.ts';
import { resultValidator } from '../xml/result-schema.ts';
import { namespaceProblem } from './namespace.ts';

const wrong: Readonly<Record<string, readonly string[]>> = {
  'an XML namespace is a URI without spaces': ['', 'a b', 'a"b', 'a<b', 'a\u0001b', 'http://x/ş'],
  'two hexadecimal digits must follow each %': ['http://x/%zz', '100%', '%%41'],
  'it holds "&#"': ['a&#38;b', 'http://x?a&#'],
  'this is none': [
    ...['a#b#c', ':a', '1a:b', 'a_b:c', 'http://x:port/', 'http://x:/', 'http://a@b@c', '//a@b@c'],
    ...['a[b]', 'http://x?[a]', 'http://[::1', 'http://[::1]x'],
  ],
  reserved: ['http://www.w3.org/XML/1998/namespace', 'http://www.w3.org/2000/xmlns/'],
};

it.each(Object.entries(wrong).flatMap(([why, all]) => all.map((one) => [one, why] as const)))(
  'the namespace %j is wrong: %s',
  (namespace, why) => expect(namespaceProblem(namespace)).toContain(why),
);

it.each([
  'http://tempuri.org/',
  'urn:sms:v1',
  'http://x?a=1&b=2',
  "it's$!(a);b,c@d",
  'http://x#',
  'foo',
  'http://x/%C5%9f',
  'http://x:80/a:b//c?d/?#e/?',
  '//x.y',
  './a:b',
  'a&amp;b',
])('the namespace %s is accepted, and a result in it can be validated', (namespace) => {
  expect(namespaceProblem(namespace)).toBeUndefined();
  const element = (local: string) => ({ uri: namespace, local, prefix: '', attributes: [], children: [] });
  const children = ['PacketID', 'PacketStatus', 'DeliveryResults'].map(element);
  const validate = resultValidator(contract, namespace);
  expect(validate({ ...element('EmPostSmsResult'), children })).toEqual([]);
  expect(validate(element('EmPostSmsResult'))).not.toEqual([]);
});
