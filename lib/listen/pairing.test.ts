import { expect, it } from 'vitest';
import { contract } from '../../suites/support/cases.ts';
import { callOf, register } from '../../suites/support/samples.ts';
import type { BindingId, ParameterValues } from '../model/contract.ts';
import type { RecordedCall } from '../model/judging/verdict.ts';
import { exchangeOf } from '../recording/replay.ts';
import { defaultSettings } from '../settings/run-settings.ts';
import { followScenario, type HeardCall } from './pairing.ts';
import { loadScenario } from './scenario.ts';

const read = loadScenario(
  'built-in',
  { ...defaultSettings, binding: ['soap12', 'http-post'] },
  { contract, register, cases: [], classes: [], clients: [] },
);
if ('message' in read) throw new Error(read.message);
const exchanges = read;
const text = exchanges.find(({ case: id }) => id === 'told-bulk')?.steps[0]?.values.Message as string;

const bulk = { Message: text, GsmNumbers: ['905000000000', '+905000000001'] };
const one = { Message: '00123', GsmNumbers: ['00905000000000'] };

const single = 'SingleShotSmsWithTypeAndKeyID';
const told = exchanges.find(({ case: id }) => id === 'told-single')?.steps[0]?.values as ParameterValues;

interface Made {
  readonly operation?: string;
  readonly binding?: BindingId;
  readonly values: ParameterValues;
  /** What the reply gives; none where it is missing. */
  readonly packet?: string;
  readonly broken?: string;
  /** The reply is still to come. */
  readonly pending?: true;
  /** It had no room in the reports. */
  readonly isLeftOut?: true;
}

const made: RecordedCall = {
  request: { method: 'POST', path: '/', headers: [], body: null },
  outcome: { kind: 'failure', failure: { code: '', message: '', durationMs: 0 } },
  ...{ startedAt: 0, endedAt: 0 },
};

const shown = (value: unknown) => JSON.stringify(value);

/** Plays calls, and gives the line of each with its tries, the calls that count, and the notes about lines that were tried. */
function play(calls: readonly Made[]) {
  const telling = followScenario(exchanges, contract);
  const heard: HeardCall[] = [];
  const taken = calls.map(
    ({ operation = 'SendBulkSms', binding = 'soap12', values, packet, broken, pending }, index) => {
      const one: HeardCall = { number: index + 1, call: callOf(operation, binding, values) };
      heard.push(one);
      const { place, values: wanted = {} } = telling.take(one);
      // The rules find every value that is another one.
      const [name] = Object.keys(wanted).filter((key) => shown(wanted[key]) !== shown(values[key]));
      const wrong = name && `${name}: expected ${shown(wanted[name])}, got ${shown(values[name])}`;
      if (!pending) {
        const exchange = exchangeOf('listen', one.number, one.call);
        Object.assign(one, { packet, answer: { made, exchange, broken: broken ?? wrong } });
      }
      return place;
    },
  );
  for (const [index, { isLeftOut }] of calls.entries())
    if (isLeftOut) Object.assign(heard[index] ?? {}, { leftOut: '', answer: undefined });
  const { notes } = telling.ended();
  return {
    taken,
    counts: heard.flatMap((one) => (one.line ? [[one.number, telling.counts(one)]] : [])),
    notes: notes.slice(1).flatMap((note) => (note.endsWith('not seen') ? [] : note.replace('scenario ', ''))),
    sum: notes[0],
  };
}

const report = (PacketId: string): Made => ({ operation: 'ReportSmsWithPacketId', values: { PacketId } });

it('a corrected try replaces the failed one of its line', () => {
  const { taken, notes } = play([
    { values: { ...bulk, Message: 'ÅŸ' }, packet: 'P1' },
    { values: bulk, packet: 'P2' },
    report('P2'),
  ]);
  expect(taken).toEqual(['2.1', '2.1, try 2', '2.2']);
  expect(notes).toEqual([
    '2.1, SendBulkSms soap12: tried 2 times, seen right at the last',
    '2.2, ReportSmsWithPacketId soap12: seen right',
  ]);
});

it('a call with right values that breaks a rule is a failed try', () => {
  const { taken, notes } = play([{ values: one, broken: 'SOAPAction: expected none' }, { values: one }]);
  expect(taken).toEqual(['3', '3, try 2']);
  expect(notes).toEqual(['3, SendBulkSms soap12: tried 2 times, seen right at the last']);
});

it('a wrong try goes to the line it is nearest to, and is told', () => {
  const { taken, notes } = play([{ values: { Message: '123', GsmNumbers: ["['00905000000000']"] } }]);
  expect(taken).toEqual(['3']);
  expect(notes).toEqual(['3, SendBulkSms soap12: seen wrong: Message: expected "00123", got "123"']);
});

it('calls are held against lines of their own binding alone', () => {
  const { taken, notes } = play([
    { values: one, binding: 'http-post' },
    { values: one, binding: 'http-get' },
    { values: one },
  ]);
  expect(taken).toEqual(['3', 'extra call', '3']);
  expect(notes).toEqual(['3, SendBulkSms soap12: seen right', '3, SendBulkSms http-post: seen right']);
});

it('what repeats a fulfilled line, and what comes when all are fulfilled, is an extra call', () => {
  const { taken, notes } = play([
    { values: one },
    { values: one },
    { values: bulk, packet: 'P1' },
    { values: { Message: 'x' } },
  ]);
  expect(taken).toEqual(['3', 'extra call', '2.1', 'extra call']);
  expect(notes).toEqual(['2.1, SendBulkSms soap12: seen right', '3, SendBulkSms soap12: seen right']);
});

it('a wrong call that comes near to a fulfilled line is its next try, whatever lines are not seen yet', () => {
  const { taken, notes } = play([
    { values: one },
    { values: { Message: '123', GsmNumbers: ['905000000000'] } },
  ]);
  expect(taken).toEqual(['3', '3, try 2']);
  expect(notes).toEqual([
    '3, SendBulkSms soap12: tried 2 times, seen wrong: Message: expected "00123", got "123"',
  ]);
});

it('so is one with a wrong text for its numbers, and a right one behind it decides', () => {
  const { taken, notes } = play([
    { values: one },
    { values: { ...one, Message: 'Merhaba' } },
    { values: one },
    { values: one },
  ]);
  expect(taken).toEqual(['3', '3, try 2', '3, try 3', 'extra call']);
  expect(notes).toEqual(['3, SendBulkSms soap12: tried 3 times, seen right at the last']);
});

it('one that shares less than half with a fulfilled line is an extra call', () => {
  const { taken, notes } = play([
    { operation: single, values: told, packet: 'P1' },
    { operation: single, values: { GsmNumber: '905000000009', PostType: '1' } },
    { operation: single, values: { GsmNumber: '05000000000', Message: ' first line\nsecond line ' } },
    { operation: single, values: { GsmNumber: '905000000009', PostType: '1' } },
  ]);
  expect(taken).toEqual(['1.1', '4', '4, try 2', 'extra call']);
  expect(notes).toEqual([
    '1.1, SingleShotSmsWithTypeAndKeyID soap12: seen right',
    '4, SingleShotSmsWithTypeAndKeyID soap12: tried 2 times, seen right at the last',
  ]);
});

it('a repetition that breaks a rule is the last try of its line, until it is made right', () => {
  const { taken, notes } = play([{ values: one }, { values: one, broken: 'SOAPAction: expected none' }]);
  expect(taken).toEqual(['3', 'extra call']);
  expect(notes).toEqual(['3, SendBulkSms soap12: tried 2 times, seen wrong: SOAPAction: expected none']);
});

it('and a right one behind it replaces it', () => {
  const { taken, notes } = play([{ values: one }, { values: one, broken: 'x' }, { values: one }]);
  expect(taken).toEqual(['3', 'extra call', '3, try 3']);
  expect(notes).toEqual(['3, SendBulkSms soap12: tried 3 times, seen right at the last']);
});

it('a send that was given no packet has to be made again where its report is told', () => {
  const { taken, notes } = play([
    { values: bulk },
    report('P0'),
    { values: bulk, packet: 'P1' },
    report('P0'),
    report('P1'),
  ]);
  expect(taken).toEqual(['2.1', 'extra call', '2.1, try 2', '2.2', '2.2, try 2']);
  expect(notes).toEqual([
    '2.1, SendBulkSms soap12: tried 2 times, seen right at the last',
    '2.2, ReportSmsWithPacketId soap12: tried 2 times, seen right at the last',
  ]);
});

it.each([{}, { isLeftOut: true } as const])(
  'a corrected send wants a report on its own packet: %j',
  (first) => {
    const { taken, notes } = play([
      { values: bulk, packet: 'P1', broken: 'x', ...first },
      report('P1'),
      { values: bulk, packet: 'P2' },
    ]);
    expect(taken).toEqual(['2.1', '2.2', '2.1, try 2']);
    expect(notes).toEqual([
      '2.1, SendBulkSms soap12: tried 2 times, seen right at the last',
      '2.2, ReportSmsWithPacketId soap12: right for the packet of a replaced try, not repeated after the corrected send',
    ]);
  },
);

it('says which calls count, which are replaced, and sums up', () => {
  const { counts, sum } = play([
    { values: { ...one, Message: '123' } },
    { values: one },
    { values: { ...bulk, Message: '' }, packet: 'P1' },
    { values: one },
  ]);
  expect(counts).toEqual([
    [1, false],
    [2, true],
    [3, true],
  ]);
  expect(sum).toBe('scenario: 1 of 12 calls seen right, 1 seen wrong, 10 not seen; 1 extra call');
});

it('a right retry replaces a wrong try whose reply is still to come', () => {
  const wrong = { ...bulk, Message: 'wrong' };
  const { taken, counts, sum } = play([
    { values: wrong, pending: true },
    { values: bulk, packet: 'P-1' },
  ]);
  expect(taken).toEqual([expect.not.stringContaining('extra'), expect.stringContaining('try 2')]);
  expect(counts).toEqual([
    [1, false],
    [2, true],
  ]);
  expect(sum).toContain('1 of ');
});

it('a wrong call is a try of the line that it comes nearest to, zeros at the end included', () => {
  const numbers = ['905000000001', '905000000010'];
  const lines = exchanges.filter(({ case: id }) => id === 'told-bulk');
  const scenario = numbers.map((number) =>
    lines.slice(0, 1).map((exchange) => ({
      ...exchange,
      variant: number,
      steps: exchange.steps.map((step) => ({ ...step, values: { ...step.values, GsmNumbers: [number] } })),
    })),
  );
  const pairing = followScenario(scenario.flat(), contract);
  const values = { ...bulk, GsmNumbers: ['+905000000010'] };
  const { place } = pairing.take({
    number: 1,
    call: callOf('SendBulkSms', lines[0]?.binding ?? 'soap12', values),
  });
  expect(place).toBe('2.1');
});
