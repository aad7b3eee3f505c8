import { expect, it } from 'vitest';
import { findingOf } from '../../suites/support/report.ts';
import { messageOf, nameOf, quoted, words } from '../judge/rules/values.ts';
import type { Finding } from '../model/judging/finding.ts';
import { maskFor } from '../secrets/mask.ts';
import { recordedFinding } from './exchange-record.ts';

const ticket = 'secret-ticket';
const recorded = (changed: Partial<Finding>) =>
  recordedFinding({ ...findingOf(), names: {}, ...changed }, 'SendBulkSms', maskFor([ticket]));

it('cuts what a target makes too long, and leaves whole what is just not', () => {
  const most = 'x '.repeat(1000);
  const long = `${most}y`;
  const cut = `${most}…`;
  const values = { expected: messageOf(most), actual: messageOf(long) };
  const finding = recorded({ path: long, ...values, names: { field: long } });
  expect(finding).toMatchObject({ path: cut, expected: most, actual: cut, names: { field: cut } });
});

it('says the cause in words that findings about other texts and operations share', () => {
  const expected = words`one ${nameOf({ uri: 'urn:x', local: 'SendBulkSmsResult' })}`;
  expect(recorded({ rule: 'soap/result', expected, actual: words`the text ${quoted('a')}` }).cause).toBe(
    'soap/result: the text "…" instead of one {urn:x}<operation>Result',
  );
  const echo = { rule: 'delivery/texts', expected: quoted('abcdef'), actual: quoted('abcd') };
  expect(recorded(echo)).toMatchObject({
    meaning: 'the text was cut off after 4 of 6 characters',
    cause: 'delivery/texts: "…" instead of "…"; the text was cut off after # of # characters',
  });
});

it('masks everything that a target can have had a part in', () => {
  const name = (uri: string) => nameOf({ uri, local: 'PacketID' });
  const values = { expected: name('urn:x'), actual: words`${name(ticket)} and ${messageOf(`no ${ticket}`)}` };
  const finding = recorded({ path: `/${ticket}`, ...values, names: { field: ticket } });
  expect(finding).toMatchObject({ path: '/***', names: { field: '***' }, otherNamespace: '***' });
  expect(JSON.stringify(finding)).not.toContain('secret');
});
