import { expect, it } from 'vitest';
import { findingOf, plannedExchanges, recordOf, runOf } from '../../suites/support/report.ts';
import { builtInDeclarations } from '../run/built-in.ts';
import { ownWords } from '../secrets/mask.ts';
import { mergeValues, valuesOf } from './values.ts';

const { classes } = builtInDeclarations();
const exchanges = plannedExchanges('SendBulkSms/values/soap11/{markup,word-null}');
const run = { ...runOf(exchanges), values: { classes, generate: 0, seed: 1 } };
const judged = (changed: Readonly<Record<string, Parameters<typeof recordOf>[1]>> = {}) =>
  exchanges.map((exchange) => ({ exchange, record: recordOf(exchange, changed[exchange.variant ?? '']) }));
const messageOf = (values: ReturnType<typeof valuesOf>) =>
  values?.fields.find((one) => one.parameter === 'Message' && one.operation === 'SendBulkSms');

it('what came back as it was sent is held, and what no exchange carried is not sent', () => {
  const message = messageOf(valuesOf(run, judged()));
  expect(message).toMatchObject({ operation: 'SendBulkSms', binding: 'soap11' });
  expect(message?.held).toEqual(expect.arrayContaining(['tag', 'word-null']));
  expect(message?.held).toHaveLength(12);
  expect(message?.notSent).toContain('emoji');
  expect(message).not.toHaveProperty('broken');
});

it('a class is broken or refused where smaller inputs say so, and not sent where none told it apart', () => {
  const apart = [
    { parameter: 'Message', class: 'tag', state: 'broken' },
    { parameter: 'Message', class: 'quotes', state: 'held' },
    { parameter: 'Message', class: 'escaped', state: 'refused' },
  ];
  const message = messageOf(
    valuesOf(
      run,
      judged({
        markup: { findings: [findingOf({})], classes: apart },
        'word-null': { findings: [findingOf({ level: 'gap' })] },
      }),
    ),
  );
  expect([message?.broken, message?.held, message?.refused]).toEqual([['tag'], ['quotes'], ['escaped']]);
  expect(message?.notSent).toEqual(expect.arrayContaining(['ampersand', 'word-null']));
});

it('shards show together the gravest of each', () => {
  const [first, second] = judged({
    markup: {
      findings: [findingOf({ level: 'must' })],
      classes: [{ parameter: 'Message', class: 'tag', state: 'broken' }],
    },
  }).map((one) => valuesOf({ ...run, exchanges: [one.exchange] }, [one]) ?? []);
  const merged = mergeValues(ownWords([first ?? [], second ?? []].flat()));
  const message = messageOf(merged);
  expect(message?.broken).toContain('tag');
  expect(message?.held).toEqual(['word-null']);
  expect(message?.notSent).not.toContain('tag');
});

it('there is nothing to say where no exchange carries a class', () => {
  expect(valuesOf({ ...run, exchanges: plannedExchanges('*/canonical') }, [])).toBeUndefined();
  expect(mergeValues([])).toBeUndefined();
});
