import { expect, it } from 'vitest';
import { foundSent, type Row } from '../testing.ts';

const wrong = (name: string, level = '') =>
  `request/no-authentication${level} ${name}: expected no authentication header; actual the header ${name}`;

it.each<Row<(readonly [string, string])[]>>([
  ['is broken by Authorization', [['Authorization', 'Basic c2VjcmV0']], wrong('Authorization')],
  [
    'is broken by each of several, and leaves a cookie open',
    [
      ['Cookie', 'a=b'],
      ['proxy-authorization', 'Basic eA=='],
      ['WWW-Authenticate', 'x'],
    ],
    wrong('Cookie', ' gap'),
    wrong('proxy-authorization'),
    wrong('WWW-Authenticate'),
  ],
  ['keeps silent on a header that does not authenticate', [['User-Agent', 'authorization']]],
])('request/no-authentication %s', (_, added, ...lines) => {
  expect(foundSent({ added })).toEqual(lines);
});
