import { expect, it } from 'vitest';
import type { ResultValues } from '../../model/running/results.ts';
import { ownText, ownWords } from '../../secrets/mask.ts';
import { valuesSection } from './values-section.ts';

const place = { operation: 'SendBulkSms', parameter: 'Message' };

it('shows what became of the classes by parameter and binding, and names what is wrong', () => {
  const values = ownWords<ResultValues<string>>({
    ...{ generated: 100, seed: 7, classes: ['tag', 'emoji', 'tab'] },
    fields: [
      { ...place, binding: 'soap11', held: ['tag', 'emoji', 'tab'] },
      {
        ...place,
        binding: 'http-get',
        broken: ['emoji'],
        brokenIn: ['SendBulkSms/values/http-get/emoji'],
        refused: ['tab'],
        notSent: ['tag'],
      },
    ],
  });
  const section = valuesSection(values, {
    anchors: new Map([['SendBulkSms/values/http-get/emoji', ownText('x7')]]),
  });
  expect(JSON.stringify(section)).toContain('href=\\"#x7\\"><code>emoji');
  const text = (typeof section === 'string' ? section : section.html)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
  expect(text).toBe(
    ' Classes of values 3 of them, by parameter and binding 100 more exchanges were drawn: --generate 100 --seed 7 parameter soap11 http-get SendBulkSms Message 3 held 1 broken emoji 1 refused tab 1 not sent, or not told apart ',
  );
});

it('is not there where no class was sent', () => {
  expect(valuesSection(undefined, { anchors: new Map() })).toBe('');
});
