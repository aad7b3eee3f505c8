import { expect, it } from 'vitest';
import {
  builtOf,
  type ChangedRecord,
  findingOf,
  plannedExchanges,
  recordOf,
  runOf,
} from '../../../suites/support/report.ts';
import { ownText } from '../../secrets/mask.ts';
import { reportedBlocks } from './blocks.ts';

const exchanges = plannedExchanges('ReportSmsWithPacketId/canonical');

const blocksOf = (...changed: readonly ChangedRecord[]) =>
  reportedBlocks(
    builtOf(
      runOf(exchanges),
      exchanges.map((exchange, index) => recordOf(exchange, changed[index])),
    ),
  );

it('folds what follows from a root under it, at the gravest of its levels', () => {
  const [first] = exchanges;
  const shared = { packet: ownText('P7'), earlier: ownText(first.id) };
  const again = findingOf({ rule: 'send/new-packet', level: 'should', ...shared });
  const other = findingOf({ rule: 'delivery/recipients', step: 1 });
  const texts = findingOf({ rule: 'delivery/texts', step: 1, level: 'should' });
  const [block, apart, ...more] = blocksOf(
    { verdict: 'failed', findings: [other] },
    { verdict: 'failed', findings: [again, other, texts] },
    { verdict: 'failed', findings: [findingOf({ rule: 'http/charset' })] },
  );
  expect(more).toEqual([]);
  expect(apart).toMatchObject({ label: 'FAILED', others: 0 });
  expect(block).toMatchObject({
    label: 'FAILED',
    headline: 'P7 was returned for 2 sends; 4 findings follow from it',
    isRed: true,
    example: { id: exchanges[1]?.id },
  });
  const { lines = [] } = block ?? {};
  expect(lines[0]).toBe(block?.headline);
  expect(lines[1]).toMatch(/^send\/new-packet {2}should/);
  expect(lines.slice(lines.indexOf(ownText('follows from it')))).toEqual([
    'follows from it',
    '  2 exchanges  delivery/recipients  must: the delivery results must cover every recipient and no other number',
    expect.stringMatching(/^ {2}1 exchange {2}delivery\/texts {2}should: /),
  ]);
});

it('is headed by the gravest of what an exchange shows twice', () => {
  const weak = findingOf({ rule: ownText('delivery/recipients'), level: 'should' });
  const grave = findingOf({
    rule: ownText('delivery/recipients'),
    step: 1,
    message: ownText('lost by the report'),
  });
  const [block, ...more] = blocksOf({ verdict: 'failed', findings: [weak, grave] });
  expect(more).toEqual([]);
  expect(block).toMatchObject({ label: 'FAILED', isRed: true, headline: 'lost by the report' });
});

it('is headed by the verdict of its exchanges: BLOCKED only where all of them are', () => {
  const found = { findings: [findingOf()], blockedBy: 'result/field-once' };
  const [some] = blocksOf({ verdict: 'blocked', ...found }, { verdict: 'failed', ...found });
  expect(some).toMatchObject({ label: 'FAILED', others: 1, isRed: true });
  expect(some?.lines).toContain('blocks    2 exchanges: a later step could not be made');
  const [all] = blocksOf({ verdict: 'blocked', ...found }, { verdict: 'blocked', ...found });
  expect(all).toMatchObject({ label: 'BLOCKED', isRed: true });
});

it('is one line where a known failure is fixed', () => {
  const note = 'http/charset: not broken any more; remove known.yaml:3';
  const [block] = blocksOf({ verdict: 'fixed', note, findings: [] });
  expect(block).toMatchObject({ label: 'FIXED', headline: note, lines: [], isRed: true });
});

it('has the example with the shortest text', () => {
  const plus = (text: string) => findingOf({ expected: ownText(text), cause: ownText('a plus is lost') });
  const [block] = blocksOf(
    { verdict: 'failed', findings: [plus('"a+b % c&d=e"')] },
    { verdict: 'failed', findings: [plus('"+ 1"')] },
  );
  expect(block?.example.id).toBe(exchanges[1]?.id);
});

it('has an example with everyday values, if there is one', () => {
  const made = plannedExchanges('SendBulkSms/values').slice(0, 1);
  const findings = [findingOf()];
  const others = [...findings, findingOf({ rule: 'http/charset' })];
  const results = builtOf(runOf([...made, exchanges[0]]), [
    ...made.map((exchange) => recordOf(exchange, { verdict: 'failed', findings })),
    recordOf(exchanges[0], { verdict: 'failed', findings: others }),
  ]);
  expect(reportedBlocks(results)[0]).toMatchObject({ example: { id: exchanges[0].id }, others: 1 });
});

it('says of a command for a later step what repeats all of them', () => {
  const changed = { verdict: 'failed', repeat: ownText('curl x') } as const;
  const linesOf = (step: number) => blocksOf({ ...changed, findings: [findingOf({ step })] })[0]?.lines ?? [];
  const { target } = runOf(exchanges);
  const where = `--target ${target.baseUrl} --namespace ${target.namespace}`;
  const command = `postsms-conformance run --case ${exchanges[0].id} ${where}`;
  const text = `it holds values of this run; all steps: ${command}`;
  expect(linesOf(1)).toContain(`          ${text}`);
  expect(linesOf(0).join('\n')).not.toContain('all steps');
});
