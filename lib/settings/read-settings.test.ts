import { expect, it } from 'vitest';
import { contract } from '../cases/testing.ts';
import type { Environment } from '../model/running/io.ts';
import { readRunSettings } from '../run/run-settings.ts';
import { resultValidator } from '../xml/result-schema.ts';
import { defaultSettings } from './run-settings.ts';
import type { Sources } from './sources.ts';

const noFilters = { operation: [], binding: [], case: [], exclude: [], tag: [], level: [] };
const here = 'http://127.0.0.1:1';
const environment = { POSTSMS_TARGET: here, POSTSMS_NAMESPACE: 'urn:env', POSTSMS_TICKET: 'T' };

async function settings(flags: Sources['flags'], variables: Environment) {
  const read = await readRunSettings({ flags, environment: variables });
  if (!read.ok) throw new Error(read.message);
  return read.value;
}

it('without target the reference is meant', async () => {
  expect(await settings({}, {})).toEqual({ ...defaultSettings, filters: noFilters });
});

it('variables that are empty count as not set', async () => {
  const empty = { POSTSMS_NAMESPACE: '', POSTSMS_TICKET: '', POSTSMS_REPORT_DIR: '' };
  expect(await settings({}, empty)).toEqual({ ...defaultSettings, filters: noFilters });
});

it('the environment comes before the defaults, and flags before the environment', async () => {
  expect(await settings({}, environment)).toMatchObject({ target: here, namespace: 'urn:env', ticket: 'T' });
  const flags = { target: 'http://127.0.0.1:2/x/', namespace: 'urn:flag' };
  expect(await settings(flags, environment)).toMatchObject({
    target: 'http://127.0.0.1:2/x',
    namespace: 'urn:flag',
    ticket: 'T',
  });
});

it.each<[string, Sources['flags'], Environment, string]>([
  ['a target without namespace', { target: here }, {}, 'the target has no XML namespace; add --namespace'],
  [
    'a target elsewhere without ticket',
    { target: 'http://h.example', namespace: 'urn:n' },
    {},
    'POSTSMS_TICKET',
  ],
  [
    'a target of the environment that is none',
    {},
    { POSTSMS_TARGET: 'x', POSTSMS_NAMESPACE: 'urn:n' },
    'not a URL',
  ],
  ...['', 'a b', 'a"b', 'a<b', 'a\u0001b', 'http://x/ş'].map(
    (namespace): [string, Sources['flags'], Environment, string] => [
      `the namespace ${JSON.stringify(namespace)}`,
      { namespace },
      {},
      'an XML namespace is a URI',
    ],
  ),
])('%s is wrong usage', async (_, flags, variables, why) => {
  expect(await readRunSettings({ flags, environment: variables })).toMatchObject({
    ok: false,
    exitCode: 2,
    message: expect.stringContaining(why),
  });
});

it('the loopback of a machine needs no ticket', async () => {
  expect((await settings({ target: here, namespace: 'urn:n' }, {})).ticket).toBe('conformance-ticket');
});

it.each<[string, string]>([
  ...['http://x/%zz', '%', 'a%4', '100%', '%%41'].map((one): [string, string] => [one, 'each %']),
  ...[
    'a[b]',
    'http://x/[a]',
    'http://x?[a]',
    'http://x#[a]',
    'http://[::1',
    'http://[a]/',
    'http://[::1]x',
  ].map((one): [string, string] => [one, '[ and ] may only enclose']),
  ...['a&#38;b', 'a&#b', 'http://x?a&#'].map((one): [string, string] => [one, 'it holds "&#"']),
  ...['a#b#c', ':a', '1a:b', 'a_b:c', 'http://x:port/', 'http://x:/', 'http://a@b@c', '//a@b@c'].map(
    (one): [string, string] => [one, 'this is none'],
  ),
  ['http://www.w3.org/XML/1998/namespace', 'reserved'],
  ['http://www.w3.org/2000/xmlns/', 'reserved'],
])('the namespace %s is wrong usage, by flag and by environment', async (namespace, why) => {
  const refused = { ok: false, exitCode: 2, message: expect.stringContaining(why) };
  const byFlag = { flags: { target: here, namespace }, environment: {} };
  expect(await readRunSettings(byFlag)).toMatchObject(refused);
  const byVariable = { flags: {}, environment: { ...environment, POSTSMS_NAMESPACE: namespace } };
  expect(await readRunSettings(byVariable)).toMatchObject(refused);
});

it.each([
  'http://tempuri.org/',
  'urn:sms:v1',
  'http://x?a=1&b=2',
  "it's$!(a);b,c@d",
  'http://x#',
  'foo',
  'http://x/%C5%9f',
  'http://u:p@[::1]:80/a:b//c?d/?#e/?',
  '//[::ffff:1.2.3.4]',
  './a:b',
  'a&amp;b',
])('the namespace %s is accepted, and a result in it can be validated', async (namespace) => {
  expect((await settings({ target: here, namespace }, {})).namespace).toBe(namespace);
  const element = (local: string) => ({ uri: namespace, local, prefix: '', attributes: [], children: [] });
  const children = ['PacketID', 'PacketStatus', 'DeliveryResults'].map(element);
  const validate = resultValidator(contract, namespace);
  expect(validate({ ...element('EmPostSmsResult'), children })).toEqual([]);
  expect(validate(element('EmPostSmsResult'))).not.toEqual([]);
});
