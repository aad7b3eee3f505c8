import { readFileSync } from 'node:fs';
import libxml from 'libxmljs2';
import { describe, expect, it } from 'vitest';
import { verdicts } from '../../model/judging/verdict.ts';
import type { ResultExchange, Results } from '../../model/running/results.ts';
import { junitXml } from './junit.ts';
import {
  everyEnd,
  everyVerdict,
  hostileResults,
  planned,
  recordWith,
  resultsOf,
  UNPRINTABLE,
} from './testing.ts';

const schemas = ['junit-jenkins.xsd', 'junit-ant.xsd'].map((name) =>
  libxml.parseXml(readFileSync(new URL(`schemas/${name}`, import.meta.url), 'utf8')),
);

/** The file read back, after it was found valid against both schemas. */
function read(results: Results): libxml.Document {
  const document = libxml.parseXml(junitXml(results), { nonet: true });
  for (const schema of schemas) {
    expect(document.validate(schema), String(document.validationErrors[0]?.message)).toBe(true);
  }
  return document;
}

const textOf = (document: libxml.Document, path: string) =>
  (document.find(path) as unknown as readonly (libxml.Attribute | libxml.Element)[]).map((node) =>
    'value' in node ? node.value() : node.text(),
  );

/** Name of the one child of an exchange's test case, or none. */
function childOf(
  document: libxml.Document,
  { operation, binding, case: id, variant }: ResultExchange,
): string {
  const name = variant === null ? id : `${id}/${variant}`;
  const path = `//testcase[@classname="${operation}.${binding}" and @name="${name}"]`;
  expect(document.find(path)).toHaveLength(1);
  return textOf(document, `${path}/*/@type | ${path}/skipped/@message`).join();
}

describe('junit.xml', () => {
  it('has one test case for each exchange, a suite for each operation over each binding, and counts that are true', () => {
    const document = read(everyVerdict());
    expect(document.find('//testcase[@classname != "run"]')).toHaveLength(planned.length);
    expect(textOf(document, '//testsuite/@name')).toEqual([
      ...new Set(planned.map(({ operation, binding }) => `${operation}.${binding}`)),
      'run',
    ]);
    const kinds = { tests: '', failures: '/failure', errors: '/error', skipped: '/skipped' };
    for (const suite of document.find('//testsuite') as libxml.Element[]) {
      for (const [name, child] of Object.entries(kinds)) {
        expect(suite.attr(name)?.value()).toBe(String(suite.find(`testcase${child}`).length));
      }
    }
  });

  it('makes findings failures, faults of transport and harness errors, and a known failure skipped', () => {
    const results = everyVerdict();
    const document = read(results);
    const seen = Object.fromEntries(
      results.exchanges.slice(0, verdicts.length).map((one) => [one.verdict, childOf(document, one)]),
    );
    expect(seen).toEqual({
      passed: '',
      failed: 'http/status',
      warned: '',
      observed: '',
      blocked: 'blocked',
      'not-read': 'not-read',
      'known-failure': 'known-failure: PacketID must occur exactly once in EmPostSmsResult',
      fixed: 'fixed',
      'transport-error': 'transport-error',
      'harness-error': 'harness-error',
    });
  });

  it('says all findings of a failure, with what was expected, what was there, and the command that repeats it', () => {
    const results = everyVerdict();
    const document = read(results);
    const failed = results.exchanges.find(({ verdict }) => verdict === 'failed');
    expect(failed?.title).toBeTruthy();
    expect(textOf(document, '(//failure)[1]/@message')).toEqual([
      `${failed?.title}: the response must have the status code of the contract; expected one {urn:x}PacketID; actual 500; 1 more finding`,
    ]);
    const [text = ''] = textOf(document, '(//failure)[1]');
    for (const part of [
      'failed\n',
      'result/field-once  should',
      'http/status  must',
      'at        step 1, SingleShotSmsWithTypeAndKeyID over soap12: /EmPostSmsResult',
      'expected  one {urn:x}PacketID',
      'actual    500',
      'repeat    curl x',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('lets what does not gate pass, and says it in the output of its suite', () => {
    const warned = everyVerdict().exchanges.find(({ verdict }) => verdict === 'warned');
    const said = textOf(read(everyVerdict()), '//system-out').join('\n');
    expect(said).toContain(`warned  ${warned?.id}\nresult/field-once  should`);
    expect(said).toContain('observed  ReportSingleShotSms/');
    const strict = read(everyVerdict('should'));
    expect(textOf(strict, '//failure/@type')).toContain('result/field-once');
  });

  it('says what was judged: target, namespace, gate and suite', () => {
    const results = everyVerdict();
    const document = read(results);
    const value = (name: string) =>
      textOf(document, `(//properties)[1]/property[@name="${name}"]/@value`).join();
    expect(value('target')).toBe(results.target.baseUrl);
    expect(value('namespace')).toBe(results.target.namespace);
    expect([value('gate'), value('suite'), value('exitCode')]).toEqual(['must', 'suite 1.2.3', '5']);
    expect(textOf(document, '(//testsuite)[1]/@timestamp')).toEqual(['2026-03-01T10:20:30']);
    expect(textOf(document, '(//testcase)[1]/@time')).toEqual(['0.001']);
  });

  it('skips what was not run, with the reason', () => {
    const notRun = [
      { id: 'SendBulkSms/long-text/soap11/two', level: 'must', reason: 'needs a send' },
    ] as const;
    const document = read(resultsOf((exchange) => recordWith('passed', exchange), { notRun }));
    const path = '//testcase[@classname="SendBulkSms.soap11" and @name="long-text/two"]/skipped/@message';
    expect(textOf(document, path)).toEqual(['not run: needs a send']);
    expect(document.find('//failure | //error')).toEqual([]);
  });

  it.each(everyEnd)('is green exactly where the exit code is 0: %s', (_, results) => {
    expect(read(results).find('//failure | //error').length === 0).toBe(results.exitCode === 0);
  });

  it('holds no character, element or mark that a target wanted in it', () => {
    const xml = junitXml(hostileResults());
    const document = read(hostileResults());
    expect(document.find('//testcase[@name="injected"] | //script | //img')).toEqual([]);
    expect(xml).not.toContain(']]>');
    expect(xml).not.toMatch(UNPRINTABLE);
    expect(xml).not.toMatch(/\uFFFE|\p{Cs}/u);
    expect(xml).toContain('\\u{1B}[31mred\\u{7}');
    expect(textOf(document, '//failure').join()).toContain('\\u{0}\\u{FFFE}\\u{D800}');
  });
});
