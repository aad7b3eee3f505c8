import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import {
  builtOf,
  type ChangedRecord,
  planned as exchanges,
  findingOf,
  leftOf,
  plannedExchanges,
  recordOf,
  resultsOf,
  runOf,
  stepOf,
} from '../../../suites/support/report.ts';
import { register } from '../../../suites/support/samples.ts';
import { hintsOf } from '../../findings/hints.ts';
import type { ExchangeRecord } from '../../model/running/results.ts';
import { ownText } from '../../secrets/mask.ts';
import { hintLines, summaryText } from './console.ts';

const run = { ...runOf(exchanges), register: [] as typeof register };

function rawSummary(records: readonly ExchangeRecord[], changed: Partial<typeof run> = {}): string {
  const told = { ...run, ...changed };
  const results = builtOf(told, records, { accepted: 3, rejected: 2, wrong: [] });
  const hints = hintLines(hintsOf(told, records), told.mask);
  return summaryText(results, [ownText('results       reports/results.json')], hints);
}

function summary(...given: Parameters<typeof rawSummary>): string {
  return stripVTControlCharacters(rawSummary(...given));
}

const passing = () => exchanges.map((exchange) => recordOf(exchange));

/** The passing records with some of them replaced. */
function withRecords(changed: Readonly<Record<string, ChangedRecord>>): readonly ExchangeRecord[] {
  return exchanges.map((exchange) => recordOf(exchange, changed[exchange.id]));
}

const failed = { verdict: 'failed', findings: [findingOf()], repeat: "curl -sS 'http://h/'" } as const;

it('a run without findings says counts, what was not run and places alone', () => {
  const notRun = ['a/b/soap11', 'b/c/soap12'].map((id) => leftOf(id, `${id} may not`));
  expect(summary(passing(), { notRun, permission: 'refuse' })).toBe(
    [
      'judge calibrated: 3 good accepted, 2 bad rejected',
      'target        http://127.0.0.1:8080/gateway (external), namespace http://sms.example/ns',
      'exchanges     18 planned: 16 passed, 2 not run',
      'not run       1: a/b/soap11 may not; a/b/soap11',
      '              1: b/c/soap12 may not; b/c/soap12',
      'not judged    2 exchanges over soap11, soap12, because of sends that are not permitted',
      'requirements  0: 0 held, 0 broken, 0 untested, 0 left open by the contract, 0 excluded',
      'outcome       partial: 2 exchanges were not run (gate must, 0.0 s)',
      'results       reports/results.json',
      '',
    ].join('\n'),
  );
});

it('says what of the run itself would explain that nothing is kept, without a secret', () => {
  const target = { ...run.target, baseUrl: 'http://h/s3cret/live/postsms.asmx' };
  const records = exchanges.map((exchange, index) =>
    recordOf(exchange, { ...failed, findings: [findingOf({ actual: 'x'.repeat((index % 3) + 1) })] }),
  );
  const said = summary(records, { target });
  expect(said).toContain('\noutcome       deviates (gate must');
  // The likely reason comes first, and the rest is cut short.
  expect(said.split('\n')[0]).toBe(
    'hint          the base URL already contains /live/postsms.asmx, and every request adds it again; try --target http://h/***',
  );
  expect(said.match(/^FAILED/gm)).toHaveLength(1);
});

it('says how many requirements are held by our own requests, which a target that never answers cannot break', () => {
  const broken = register.filter(({ rules }) => rules.includes('http/response')).map(({ id }) => id);
  const noAnswer = findingOf({ rule: 'http/response', requirements: broken });
  const silent = exchanges.map((exchange) => {
    const steps = exchange.steps.map(({ operation, binding }) => stepOf(operation, binding, 'outcome'));
    return recordOf(exchange, { verdict: 'transport-error', findings: [noAnswer], steps });
  });
  const held = (records: readonly ExchangeRecord[]) =>
    / (\d+) held(?: \((\d+) of them by the suite's own requests\))?, /.exec(summary(records, { register }));
  const [, all, own] = held(silent) ?? [];
  expect(Number(own)).toBeGreaterThan(0);
  expect(own).toBe(all);
  const [, more, same] = held(passing()) ?? [];
  expect(same).toBe(own);
  expect(Number(more)).toBeGreaterThan(Number(all));
});

it('a failing run says findings first, in a log the gravest one, on a terminal nearest to the counts', () => {
  const order = findingOf({ rule: 'result/field-order', level: 'should', actual: 'reversed' });
  const records = withRecords({
    'SendBulkSms/canonical/soap11': { ...failed, findings: [findingOf({ more: 1 }), order] },
    'SendBulkSms/canonical/soap12': { verdict: 'warned', findings: [order] },
    'ReportSmsWithPacketId/canonical/soap11': { verdict: 'blocked', note: 'step 2 was not sent: why' },
  });
  const text = summary(records);
  const onTerminal = stripVTControlCharacters(summaryText(builtOf(run, records), [], [], { isTTY: true }));
  expect(text.indexOf('FAILED')).toBe(0);
  expect(onTerminal.indexOf('WARNED')).toBe(0);
  const head = text.slice(0, text.indexOf('judge calibrated'));
  expect(head).toContain(
    [
      'FAILED  SendBulkSms/canonical/soap11',
      '  result/field-once  must',
      '  PacketID must occur exactly once in EmPostSmsResult',
      '    at        /EmPostSmsResult and 1 more like it',
      '    expected  one {urn:x}PacketID',
      '    actual    none',
      '    to do     write the field exactly once, named as in the contract, even if it is empty',
      '  case      cases/SendBulkSms/canonical.yaml:4',
      "  repeat    curl -sS 'http://h/'",
      '',
    ].join('\n'),
  );
  expect(head).toContain('  result/field-order  should\n');
  expect(head).toContain('the same in 1 more (soap11, soap12; SendBulkSms): SendBulkSms/canonical/soap11\n');
  expect(head).toContain(
    'BLOCKED  ReportSmsWithPacketId/canonical/soap11\n  note      step 2 was not sent: why\n',
  );
  expect(text).toContain('16 planned: 13 passed, 1 failed, 1 warned, 1 blocked\n');
  expect(text).toContain(
    [
      'causes        1 exchange   result/field-once   must    soap11; SendBulkSms: none',
      '              2 exchanges  result/field-order  should  soap11, soap12; SendBulkSms (1 failed, 1 warned): reversed',
      'outcome       deviates (gate must',
    ].join('\n'),
  );
});

it('what the contract leaves open has a line for each cause, with an example, if a requirement says it', () => {
  const open = (requirements: readonly string[]) =>
    findingOf({ rule: 'delivery/number-notation', level: 'gap', actual: '"+90"', requirements });
  const [one, other] = ['SendBulkSms/canonical/soap11', 'SendBulkSms/canonical/soap12'];
  const text = summary(
    withRecords({
      [one]: { verdict: 'observed', findings: [open(['gaps.gsm-number-notation'])] },
      [other]: { verdict: 'observed', findings: [{ ...open([]), rule: 'http/status' }] },
    }),
  );
  expect(text).toMatch(
    /\ncauses +1 exchange {2}delivery\/number-notation {2}gap {2}soap11; SendBulkSms: "\+90"; SendBulkSms\/canonical\/soap11\noutcome /,
  );
});

it('a cause says how many exchanges could not go on because of it', () => {
  const refused = findingOf({ rule: 'http/status', actual: '500' });
  const ids = ['ReportSmsWithPacketId/canonical/soap11', 'ReportSmsWithPacketId/canonical/soap12'];
  const blocked = { verdict: 'blocked', findings: [refused], blockedBy: 'http/status', note: 'why' } as const;
  const text = summary(withRecords(Object.fromEntries(ids.map((id) => [id, blocked]))));
  expect(text.match(/^(FAILED|BLOCKED)/gm)).toEqual(['BLOCKED']);
  expect(text).toContain('  note      why\n');
  expect(text).toContain('  blocks    2 exchanges: a later step could not be made\n');
  expect(text).toMatch(/\ncauses +2 exchanges .*, blocks 2: 500\noutcome /);
});

it('exchanges that say the same are told once, those that do not apart, with a command of one line at most', () => {
  const repeat = `curl -sS -i -H 'Content-Type: text/xml' --data-binary '${'x'.repeat(200)}' 'http://h/'`;
  const all = Object.fromEntries(exchanges.map(({ id }) => [id, { ...failed, repeat }]));
  const grouped = summary(withRecords(all));
  expect(grouped.match(/^FAILED/gm)).toHaveLength(1);
  expect(grouped).toMatch(
    /the same in 15 more \(all bindings; SingleShotSmsWithTypeAndKeyID, SendBulkSms\): (\S+, ){2}\S+ and 12 more\n/,
  );
  const line = (text: string) => /^ {2}repeat .*$/m.exec(text)?.[0];
  expect(line(grouped)).toBe(`  repeat    ${repeat}`);
  const onTerminal = summaryText(builtOf(run, withRecords(all)), [], [], { isTTY: true });
  const where = `--target ${run.target.baseUrl} --namespace ${run.target.namespace}`;
  expect(line(onTerminal)).toBe(`  repeat    postsms-conformance show ${exchanges[0]?.id} --curl ${where}`);
  const [first] = exchanges;
  const other = { ...failed, findings: [findingOf({ actual: 'another field' })] };
  expect(summary(withRecords({ ...all, [first?.id ?? '']: other })).match(/^FAILED/gm)).toHaveLength(2);
});

it('more groups than one wants to read are counted', () => {
  const many = plannedExchanges('SendBulkSms/message*').slice(0, 40);
  const records = many.map((exchange, index) =>
    recordOf(exchange, { verdict: 'failed', findings: [findingOf({ actual: 'x'.repeat(index + 1) })] }),
  );
  const text = summary(records, { exchanges: many });
  expect(text).toMatch(/^16 more groups of findings in the reports\n/);
  expect(text).toMatch(/\ncauses +1 exchange .*: x+; SendBulkSms\/message\S+\n/);
  expect(text.match(/^FAILED/gm)).toHaveLength(24);
});

it('says once why no request was answered, and lists no exchange', () => {
  const meaning = 'nothing listens on this address; check that the service is running';
  const refused = findingOf({ rule: 'http/response', actual: 'ECONNREFUSED', meaning: ownText(meaning) });
  const silent = resultsOf((exchange) =>
    recordOf(exchange, { verdict: 'transport-error', findings: [refused], status: null, steps: [] }),
  );
  const text = stripVTControlCharacters(summaryText(silent, [ownText('results       reports/results.json')]));
  expect(text.split('\n').slice(0, 2)).toEqual([`no answer     ECONNREFUSED`, `to do         ${meaning}`]);
  expect(text).toContain('16 planned: 16 transport errors\n');
  expect(text).toContain('outcome       error: the target never answered');
  expect(text.split('\n').length).toBeLessThanOrEqual(8);
});

it('a terminal that shows links gets one to the page', () => {
  const results = builtOf(run, passing());
  const places = ['results       reports/results.json', 'page          reports/report.html'].map(ownText);
  const said = (links: boolean) => summaryText(results, places, [], { isTTY: true, links });
  const address = pathToFileURL(resolve('reports/report.html')).href;
  expect(said(true)).toContain(
    `\npage          \u001B]8;;${address}\u001B\\reports/report.html\u001B]8;;\u001B\\\n`,
  );
  expect(said(false)).toMatch(/\npage {10}reports\/report\.html\n$/);
});

it('a command that cannot show a finding says why', () => {
  const repeatDiffers = 'curl opens a connection of its own for what the suite sends on one that it keeps';
  const text = summary(withRecords({ 'SendBulkSms/canonical/soap11': { ...failed, repeatDiffers } }));
  expect(text).toContain(`  repeat    curl -sS 'http://h/'\n            ${repeatDiffers}\n`);
});

it('a hint that quotes a name of 900,000 characters is cut, and says how long it was', () => {
  const [line = ''] = hintLines([`the WSDL has the namespace ${'n'.repeat(900_000)}`], ownText);
  expect(line.length).toBeLessThan(600);
  expect(line).toContain('n… (900027 characters)');
});
