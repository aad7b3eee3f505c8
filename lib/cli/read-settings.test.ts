import { expect, it } from 'vitest';
import { contract } from '../declarations/testing.ts';
import { REFERENCE_NAMESPACE } from '../run/settings.ts';
import { resultValidator } from '../xml/result-schema.ts';
import { readSettings } from './read-settings.ts';
import type { RunFlags } from './run-flags.ts';

const flags: RunFlags = {
  gate: 'must',
  concurrency: 4,
  timeout: 500,
  reportDir: 'reports',
  allure: true,
  html: false,
};
const here = 'http://127.0.0.1:1';
const environment = { POSTSMS_TARGET: here, POSTSMS_NAMESPACE: 'urn:env', POSTSMS_TICKET: 'T' };

function settings(changed: Partial<RunFlags>, variables: NodeJS.ProcessEnv) {
  const read = readSettings({ ...flags, ...changed }, variables);
  if (!read.ok) throw new Error(read.message);
  return read.value;
}

it('without target the reference is meant', () => {
  expect(settings({}, {})).toMatchObject({ target: null, namespace: REFERENCE_NAMESPACE, timeoutMs: 500 });
});

it('the environment comes before the defaults, and flags before the environment', () => {
  expect(settings({}, environment)).toMatchObject({ target: here, namespace: 'urn:env', ticket: 'T' });
  expect(settings({ target: 'http://127.0.0.1:2/x/', namespace: 'urn:flag' }, environment)).toMatchObject({
    target: 'http://127.0.0.1:2/x',
    namespace: 'urn:flag',
    ticket: 'T',
  });
});

it('filters and permission come from the flags', () => {
  const given = {
    case: ['a'],
    tag: ['b'],
    sends: 'allow',
    recipients: ['905001112233'],
    maxMessages: 3,
  } as const;
  expect(settings(given, {})).toMatchObject({
    filters: { case: ['a'], tag: ['b'], operation: [], binding: [], level: [] },
    sends: { allowed: true, recipients: ['905001112233'], maxMessages: 3 },
  });
  expect(settings({}, {}).sends).toEqual({ allowed: false, recipients: [], maxMessages: 0 });
});

it.each<[string, Partial<RunFlags>, NodeJS.ProcessEnv, string]>([
  ['a target without namespace', { target: here }, {}, 'a target needs --namespace'],
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
    (namespace): [string, Partial<RunFlags>, NodeJS.ProcessEnv, string] => [
      `the namespace ${JSON.stringify(namespace)}`,
      { namespace },
      {},
      'an XML namespace is a URI',
    ],
  ),
])('%s is wrong usage', (_, changed, variables, why) => {
  expect(readSettings({ ...flags, ...changed }, variables)).toMatchObject({
    ok: false,
    exitCode: 2,
    message: expect.stringContaining(why),
  });
});

it('the loopback of a machine needs no ticket', () => {
  expect(settings({ target: here, namespace: 'urn:n' }, {}).ticket).toBe('conformance-ticket');
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
])('the namespace %s is wrong usage, by flag and by environment', (namespace, why) => {
  const refused = { ok: false, exitCode: 2, message: expect.stringContaining(why) };
  expect(readSettings({ ...flags, target: here, namespace }, {})).toMatchObject(refused);
  expect(readSettings(flags, { ...environment, POSTSMS_NAMESPACE: namespace })).toMatchObject(refused);
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
])('the namespace %s is accepted, and a result in it can be validated', (namespace) => {
  expect(settings({ target: here, namespace }, {}).namespace).toBe(namespace);
  const element = (local: string) => ({ uri: namespace, local, prefix: '', attributes: [], children: [] });
  const children = ['PacketID', 'PacketStatus', 'DeliveryResults'].map(element);
  const validate = resultValidator(contract, namespace);
  expect(validate({ ...element('EmPostSmsResult'), children })).toEqual([]);
  expect(validate(element('EmPostSmsResult'))).not.toEqual([]);
});
