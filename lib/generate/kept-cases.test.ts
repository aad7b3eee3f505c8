import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newFolder } from '../../suites/self/folders.ts';
import { contract } from '../../suites/support/cases.ts';
import { plannedExchanges } from '../../suites/support/report.ts';
import { loadCases } from '../cases/load.ts';
import { expand } from '../cases/plan/expand.ts';
import type { SmallestInput } from '../model/judging/finding.ts';
import { builtInDeclarations } from '../run/built-in.ts';
import { defaultSettings } from '../settings/run-settings.ts';
import { textValues } from './covering.ts';
import { keptCases } from './kept-cases.ts';

const [soap11] = plannedExchanges('SendBulkSms/values/soap11/markup');
const [post] = plannedExchanges('SendBulkSms/values/http-post/markup');
const exchanges = [soap11, post].flatMap((exchange) => (exchange ? [exchange] : []));

function recordOf(
  id: string,
  smallestInputs: readonly (readonly SmallestInput[] | null)[],
  level = 'should',
) {
  const findings = smallestInputs.map(() => ({ rule: 'delivery/echo', level, smallest: 'Message "x"' }));
  return { id, findings, smallestInputs } as unknown as Parameters<typeof keptCases>[1][number];
}

function read(text: string) {
  const file = join(newFolder(), 'kept.yaml');
  writeFileSync(file, text);
  const names = { contract, requirements: ['gaps.accepted-texts'], forms: [], changes: [] };
  const loaded = loadCases([file], names);
  return loaded.ok ? loaded.value : loaded.error;
}

it('every class of values is written and read again as the same text', () => {
  const texts = textValues(builtInDeclarations().classes).map(({ value }) =>
    String(value).replaceAll('$${', '${'),
  );
  const inputs = texts.map((value) => [{ parameter: 'Message', value }]);
  const { text, cases } = keptCases(
    { exchanges, contract },
    [recordOf(exchanges[0]?.id ?? '', inputs)],
    true,
  );
  expect(cases).toBe(texts.length);
  const loaded = read(text);
  const options = {
    contract,
    ticket: 't',
    values: {},
    runId: 'r',
    numbers: defaultSettings.recipients,
  };
  const sent = expand(loaded as never, { ...options, numbers: ['905000000001'] });
  expect(sent.map(({ steps }) => steps[0]?.values.Message)).toEqual(texts);
});

it('one input is one case over all its bindings, with the reports, and a count is no list', () => {
  const list = Array.from({ length: 21 }, (_, place) => String(905000000000 + place));
  const inputs = [[{ parameter: 'GsmNumbers', value: list, rightUpTo: 20 }]];
  const { text } = keptCases(
    { exchanges, contract },
    exchanges.map(({ id }) => recordOf(id, inputs)),
    true,
  );
  expect(read(text)).toMatchObject([
    {
      operation: 'SendBulkSms',
      level: 'should',
      bindings: ['soap11', 'http-post'],
      steps: [
        { with: { GsmNumbers: { numbers: 21 } } },
        { operation: 'ReportSmsWithPacketId', level: 'must' },
      ],
    },
  ]);
});

it('a refusal is open, and is not kept; of what was not made smaller, the whole input is', () => {
  const [id = ''] = exchanges.map((exchange) => exchange.id);
  const of = (level: string, areSent: boolean) =>
    keptCases({ exchanges, contract }, [recordOf(id, [null], level)], areSent).cases;
  expect([of('gap', false), of('should', true), of('should', false)]).toEqual([0, 0, 1]);
});
