import { expect, it } from 'vitest';
import { contract } from '../../../suites/support/cases.ts';
import { plannedExchanges } from '../../../suites/support/report.ts';
import { register, target } from '../../../suites/support/samples.ts';
import { exchangeRecipients } from '../../cases/plan/recipients.ts';
import { requestText } from '../../findings/http-message.ts';
import { judgeContext } from '../../judge/judge-context.ts';
import { maskFor } from '../../secrets/mask.ts';
import { defaultSettings, type Settings } from '../../settings/run-settings.ts';
import { inForm } from '../../wire/bindings/edits/edits.ts';
import { bindings } from '../../wire/bindings/index.ts';
import { resolveCall } from '../engine/ready-call.ts';
import { numbersToMask } from './subscriber-numbers.ts';

const recipients = ['905321112233', '905321112244', '905321119999'];
const asked: Settings = { ...defaultSettings, mask: 'numbers' };
const live: Settings = { ...asked, recipients };

it('every call of the plan has numbers of its own, and those of an allow-list take turns', () => {
  const first = plannedExchanges('SendBulkSms/canonical', live).map(
    ({ steps }) => steps[0]?.values.GsmNumbers,
  );
  expect(new Set(first.flat())).toEqual(new Set(recipients));
  expect(new Set(first.map((list) => JSON.stringify(list))).size).toBeGreaterThan(1);
  const all = plannedExchanges('{S*,R*}/*', defaultSettings).flatMap((exchange) =>
    exchangeRecipients(exchange, contract),
  );
  const written = all.map((text) => text.replace(/^(?:\+|00|0)?(?:90)?/, ''));
  expect(new Set(written).size).toBeGreaterThan(0.95 * written.length);
});

it('no number is masked unless the user asks for it', () => {
  expect(numbersToMask(defaultSettings, plannedExchanges('*/canonical', defaultSettings))).toEqual([]);
});

it('the whole allow-list is masked, and of the samples those that the plan writes', () => {
  expect(numbersToMask(live, plannedExchanges('*/canonical', live))).toEqual(recipients);
  const samples = numbersToMask(asked, plannedExchanges('*/canonical', asked));
  // Two operations with one number and two with two, over four bindings.
  expect(samples).toHaveLength(24);
});

it('no number is left in any request of the plan that is written in a way of its own', async () => {
  const context = await judgeContext(contract, target, register);
  const exchanges = plannedExchanges('S*/*', live);
  const mask = maskFor([], numbersToMask(live, exchanges));
  let masked = 0;
  for (const { steps } of exchanges) {
    for (const step of steps) {
      const resolved = resolveCall(step, [], context);
      if (!resolved.ok) continue;
      const call = resolved.value;
      const text = mask(
        requestText('http://h', inForm(bindings[call.binding.id].encode(call), call, step.form)),
      );
      if (text.includes('***0')) masked += 1;
      expect(text).not.toMatch(/532.{0,3}111|2233|2244|9999/);
    }
  }
  expect(masked).toBeGreaterThan(200);
});
