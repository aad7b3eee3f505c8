import { readFileSync } from 'node:fs';
import { XmlDocument, type XmlElement, XsdValidator } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  everyVerdict,
  findingOf,
  knownResults,
  leftOf,
  listedOf,
  planned,
  recordOf,
  recordWith,
  resultsOf,
} from '../../../suites/support/report.ts';
import { verdicts } from '../../model/judging/verdict.ts';
import type { ResultExchange, Results } from '../../model/running/results.ts';
import { ownText } from '../../secrets/mask.ts';
import { annotations } from '../github.ts';
import { badgeJson } from './badge.ts';
import { junitWithProperties, junitXml } from './junit.ts';
import { markdown } from './markdown.ts';
import { tapText } from './tap.ts';

/** What a target or a case may bring to break out of a report; none of it may be alive in any format. */
const HOSTILE = [
  '\n::error title=injected::text',
  '  ::stop-commands::token',
  '##[add-mask]text',
  '</failure></testcase><testcase name="injected"/>',
  ']]>',
  '<script>alert(1)</script>',
  '</pre></details><img src=x onerror=alert(1)>',
  '\n```\n# injected\n````',
  '`[injected](http://injected.example)` @injected',
  '\nok 99 - injected # SKIP',
  '\n  ...\nBail out!',
  '\u001B[31mred\u0007\u009B0m',
  '\u202Eleft',
  '\u0000\uFFFE\uD800',
  'line\r\nline\u2028line',
].join(' ');

/** A run all of whose texts are hostile: those of findings, notes, commands, target, and what was not run. */
function hostileResults(): Results {
  const names = { field: HOSTILE, parent: HOSTILE };
  const finding = findingOf({ path: HOSTILE, expected: HOSTILE, actual: HOSTILE, names });
  const known = [listedOf({ place: HOSTILE, reason: HOSTILE, owner: HOSTILE, link: HOSTILE })];
  const results = resultsOf((exchange, index) => {
    const verdict = verdicts[index % verdicts.length] ?? 'failed';
    return recordOf(exchange, { verdict, findings: [finding], note: HOSTILE, repeat: HOSTILE, known });
  });
  const why = HOSTILE as Results['target']['baseUrl'];
  return {
    ...results,
    ...{ why, target: { ...results.target, baseUrl: why, namespace: why } },
    notRun: [leftOf('SendBulkSms/left/soap11', HOSTILE)],
  };
}

/** Anything that acts on a terminal or turns text around. */
const UNPRINTABLE = /[^\P{Cc}\n]|\p{Bidi_Control}/u;

const good = resultsOf((exchange) => recordWith('passed', exchange));

/** Runs by how they may end: each verdict at each gate, with every exchange judged or one without a verdict. */
const everyEnd = verdicts.flatMap((verdict) =>
  (['must', 'should'] as const).flatMap((gate) =>
    [0, 1].map((missing) => resultsOf((exchange) => recordWith(verdict, exchange), { gate }, missing)),
  ),
);

/** Which of these runs a format shows green, against the exit code. */
const greens = (isGreen: (results: Results) => boolean) =>
  expect(everyEnd.map((one) => [one.exchanges[0]?.verdict, one.gate, isGreen(one)])).toEqual(
    everyEnd.map((one) => [one.exchanges[0]?.verdict, one.gate, one.exitCode === 0]),
  );

const notRun = [leftOf('SendBulkSms/x#1/soap11/two', 'needs # a send')];
const partly = resultsOf((exchange) => recordWith('passed', exchange), { notRun, permission: 'refuse' });

const schemas = ['junit-jenkins.xsd', 'junit-ant.xsd'].map((name) =>
  XmlDocument.fromString(readFileSync(new URL(`schemas/${name}`, import.meta.url), 'utf8')),
);

describe('junit.xml', () => {
  it('names an exchange by its case and what its id has behind the binding', () => {
    const results = resultsOf((exchange) => recordWith('passed', exchange));
    const [exchange] = results.exchanges;
    if (!exchange) throw new Error('there is no exchange');
    const named = (changed: object) => {
      const xml = junitXml({ ...results, exchanges: [{ ...exchange, ...changed }] });
      return /<testcase classname="([^"]*)" name="([^"]*)"/.exec(xml)?.slice(1);
    };
    const parts = { operation: 'SendBulkSms', case: 'recorded', binding: 'http-get', variant: null };
    expect(named({ ...parts, id: 'SendBulkSms/recorded/http-get/calls-3' })).toEqual([
      'SendBulkSms.http-get',
      'recorded/calls-3',
    ]);
    expect(named({ ...parts, case: 'canonical', id: 'SendBulkSms/canonical/http-get' })).toEqual([
      'SendBulkSms.http-get',
      'canonical',
    ]);
  });

  it('leaves details out where all of them would make a large file, and keeps messages and counts', () => {
    const long = 'x'.repeat(100_000);
    const results = resultsOf((exchange) =>
      recordOf(exchange, { verdict: 'failed', findings: [findingOf({})], repeat: long }),
    );
    const xml = junitXml({ ...results, exchanges: Array(100).fill(results.exchanges[0]) });
    expect(xml.length).toBeLessThan(8_200_000);
    const left = xml.match(/>left out: there is no room for more details; results.json has them</g) ?? [];
    expect(left.length).toBeGreaterThan(15);
    expect(xml.match(/<failure type="[^"]+" message="[^"]+expected [^"]+"/g)).toHaveLength(100);
  });

  /** The file read back, after it was found valid against both schemas. */
  function read(results: Results): XmlDocument {
    const document = XmlDocument.fromString(junitXml(results));
    for (const schema of schemas) XsdValidator.fromDoc(schema).validate(document);
    return document;
  }

  const textOf = (document: XmlDocument, path: string) => document.find(path).map(({ content }) => content);

  /** Name of the one child of an exchange's test case, or none. */
  function childOf(document: XmlDocument, { operation, binding, case: id, variant }: ResultExchange): string {
    const name = variant === null ? id : `${id}/${variant}`;
    const path = `//testcase[@classname="${operation}.${binding}" and @name="${name}"]`;
    expect(document.find(path)).toHaveLength(1);
    return textOf(document, `${path}/*/@type | ${path}/skipped/@message`).join();
  }

  const results = everyVerdict();
  const document = read(results);

  it('has one test case for each exchange, a suite for each operation over each binding, and counts that are true', () => {
    expect(document.find('//testcase[@classname != "run"]')).toHaveLength(planned.length);
    expect(textOf(document, '//testsuite/@name')).toEqual([
      ...new Set(planned.map(({ operation, binding }) => `${operation}.${binding}`)),
      'run',
    ]);
    const kinds = { tests: '', failures: '/failure', errors: '/error', skipped: '/skipped' };
    for (const suite of document.find('//testsuite') as XmlElement[]) {
      for (const [name, child] of Object.entries(kinds)) {
        expect(suite.attr(name)?.value).toBe(String(suite.find(`testcase${child}`).length));
      }
    }
    const value = (name: string) =>
      textOf(document, `(//properties)[1]/property[@name="${name}"]/@value`).join();
    expect(value('target')).toBe(results.target.baseUrl);
    expect(value('namespace')).toBe(results.target.namespace);
    expect([value('gate'), value('suite'), value('exitCode')]).toEqual(['must', 'suite 1', '5']);
    expect(textOf(document, '(//testsuite)[1]/@timestamp')).toEqual(['1970-01-01T00:00:00']);
    expect(textOf(document, '(//testcase)[1]/@time')).toEqual(['0.001']);
  });

  it('makes findings failures, faults of transport and harness errors, and a known failure skipped', () => {
    const seen = results.exchanges.slice(0, verdicts.length);
    expect(Object.fromEntries(seen.map((one) => [one.verdict, childOf(document, one)]))).toEqual({
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
    const path = '//testcase[@classname="SendBulkSms.soap11" and @name="x#1/two"]/skipped/@message';
    expect(textOf(read(partly), path)).toEqual(['not run: needs # a send']);
    greens((one) => read(one).find('//failure | //error').length === 0);
  });

  it('says all findings of a failure, and in the output of its suite what does not gate', () => {
    const failed = results.exchanges.find(({ verdict }) => verdict === 'failed');
    expect(failed?.title).toBeTruthy();
    expect(textOf(document, '(//failure)[1]/@message')).toEqual([
      `${failed?.title}: the response must have the status code of the contract; expected one {urn:x}PacketID; actual 500; 1 more finding`,
    ]);
    const [text = ''] = textOf(document, '(//failure)[1]');
    for (const part of [
      ...['failed\n', 'result/field-once  should', 'http/status  must', 'actual    500', 'repeat    curl x'],
      'at        step 1, SingleShotSmsWithTypeAndKeyID over soap12: /EmPostSmsResult',
      'expected  one {urn:x}PacketID',
    ]) {
      expect(text).toContain(part);
    }
    const warned = results.exchanges.find(({ verdict }) => verdict === 'warned');
    const said = textOf(document, '//system-out').join('\n');
    expect(said).toContain(`warned  ${warned?.id}\nresult/field-once  should`);
    expect(said).toContain('observed  ReportSingleShotSms/');
    const strict = read(everyVerdict({ gate: 'should' }));
    expect(textOf(strict, '//failure/@type')).toContain('result/field-once');
  });

  it('holds no character, element or mark that a target wanted in it', () => {
    const xml = junitXml(hostileResults());
    const hostile = read(hostileResults());
    expect(hostile.find('//testcase[@name="injected"] | //script | //img')).toEqual([]);
    expect(xml).not.toContain(']]>');
    expect(xml).not.toMatch(UNPRINTABLE);
    expect(xml).not.toMatch(/\uFFFE|\p{Cs}/u);
    expect(xml).toContain('\\u{1B}[31mred\\u{7}');
    expect(textOf(hostile, '//failure').join()).toContain('\\u{0}\\u{FFFE}\\u{D800}');
  });
});

describe('junit-properties.xml', () => {
  const results = everyVerdict();
  const [requirement, other] = results.requirements;
  const failed = results.exchanges.findIndex(({ verdict }) => verdict === 'failed');
  /** A run whose failed exchange tests two requirements, and all others none. */
  const tested: Results = {
    ...results,
    tested: { sets: [[], [0, 1]], of: results.exchanges.map((_, place) => +(place === failed)) },
    causes: results.causes.map((cause) => ({
      ...cause,
      first: results.exchanges[failed]?.id ?? cause.first,
    })),
  };
  const path = ownText('reports/report.html');
  const read = (text: string) => XmlDocument.fromString(text);
  const propertiesOf = (xml: string, place: number) =>
    read(xml)
      .find(`(//testcase)[${place + 1}]/properties/property`)
      .map((property) => ['name', 'value'].map((name) => (property as XmlElement).attr(name)?.value));

  it('has the requirements, sections, level, rules, causes and case, under the names of importers as well', () => {
    const { source, title, findings } = results.exchanges[failed] as ResultExchange;
    const causes = findings.flatMap(({ level, cause }) => (level === 'gap' ? [] : (cause ?? [])));
    const facts = [
      ['sections', [...new Set([requirement?.section, other?.section])].join()],
      ['level', 'must'],
      ['rule', 'result/field-once'],
      ['rule', 'http/status'],
      ...causes.map((cause) => ['cause', cause]),
      ['case', `${source.file}:${source.line}`],
    ];
    const comment = facts.map(([name, value]) => `${name}: ${value}`).join('; ');
    expect(propertiesOf(junitWithProperties(tested, [path]), failed)).toEqual([
      ['tags', `${requirement?.id},${other?.id}`],
      ...facts,
      ['test_description', title],
      ['testrun_comment', comment],
      ['testrail_result_comment', comment],
      ['testrail_attachment', path],
    ]);
  });

  it('attaches files only to the first exchange of a cause, and claims no requirement that was not tested', () => {
    const names = propertiesOf(junitWithProperties(tested, [path]), failed + 1).map(([name]) => name);
    expect(names).not.toContain('testrail_attachment');
    expect(names).not.toContain('tags');
    const { tested: _, ...earlier } = tested;
    expect(junitWithProperties(earlier)).not.toContain('"tags"');
    const bound = results.requirements.map((entry) => ({ ...entry, binds: 'client' as const }));
    expect(junitWithProperties({ ...tested, requirements: bound })).not.toContain('"tags"');
    expect(junitWithProperties({ ...tested, requirements: bound, clients: true })).toContain('tags');
  });

  it('is the other file in all but the properties of test cases, also with hostile texts', () => {
    for (const [run, plain] of [results, hostileResults()].map((run) => [run, junitXml(run)] as const)) {
      const xml = junitWithProperties(run, [ownText(HOSTILE)]);
      expect(xml).not.toMatch(UNPRINTABLE);
      const without = xml.replace(/(<testcase [^>]*>)<properties>.*?<\/properties>/gs, '$1');
      expect(without.replaceAll('></testcase>', '/>')).toBe(plain.replaceAll('></testcase>', '/>'));
    }
  });
});

describe('results.tap', () => {
  const POINT = /^(not )?ok (\d+) - ((?:[^\\#\n]|\\.)*?)(?: # ((?:TODO|SKIP) .*))?\n((?: {2}.*\n)*)/;

  /** Reads TAP 14 as a consumer does; a line that is none of the format's is a mistake. */
  function read(results: Results) {
    const text = tapText(results);
    const [, plan] = /^TAP version 14\n1\.\.(\d+)\n/.exec(text) ?? [];
    let rest = text.slice(text.indexOf('\n', text.indexOf('1..')) + 1);
    const points = [];
    for (let found = POINT.exec(rest); found; found = POINT.exec(rest)) {
      const [whole, not, number, name = '', directive, block = ''] = found;
      const yaml = /^ {2}---\n(.*) {2}\.\.\.\n$/s.exec(block)?.[1];
      expect(block === '' || yaml !== undefined).toBe(true);
      const said = yaml === undefined ? null : (parse(yaml) as Record<string, unknown>);
      points.push({ ok: not === undefined, number: Number(number), name, directive, said });
      rest = rest.slice(whole.length);
    }
    const bail = /^Bail out! (.*)\n$/.exec(rest)?.[1];
    expect(rest === '' || bail !== undefined, rest.slice(0, 200)).toBe(true);
    // What a consumer takes for passed.
    const bad = points.some(({ ok, directive }) => !ok && !directive?.startsWith('TODO'));
    return {
      plan: Number(plan),
      points,
      isGreen: bail === undefined && !bad && points.length === Number(plan),
    };
  }

  it('has a numbered line for each exchange, with the verdict of its target', () => {
    const { plan, points } = read(everyVerdict());
    expect(plan).toBe(planned.length);
    expect(points.map(({ number }) => number)).toEqual(planned.map((_, index) => index + 1));
    expect(points.map(({ name }) => name)).toEqual(planned.map(({ id }) => id));
    const todo = 'TODO known-failure: PacketID must occur exactly once in EmPostSmsResult';
    expect(verdicts.filter((_, index) => points[index]?.ok)).toEqual(['passed', 'warned', 'observed']);
    expect(
      points.flatMap(({ directive }, index) => (directive ? [[verdicts[index], directive]] : [])),
    ).toEqual([['known-failure', todo]]);
    expect(read(partly)).toMatchObject({ isGreen: true });
    expect(read(partly).points.at(-1)).toMatchObject({
      ...{ ok: true, name: 'SendBulkSms/x\\#1/soap11/two', directive: 'SKIP needs \\# a send' },
    });
    greens((one) => read(one).isGreen);
  });

  it('says why a known failure is accepted, until when and where', () => {
    const results = knownResults(listedOf(), listedOf({ place: 'known.yaml:7', reason: 'TODO' }));
    expect(read(results).points[1]?.directive).toBe(
      'TODO known-failure: the old gateway never did (until 2099-12-31, known.yaml:2); TODO (until 2099-12-31, known.yaml:7)',
    );
    expect(read(results).isGreen).toBe(true);
  });

  it('has all findings in YAML below a line that is not simply good', () => {
    const { points } = read(everyVerdict());
    expect(points[0]?.said).toBeNull();
    expect(points[1]?.said).toMatchObject({
      verdict: 'failed',
      message: 'the response must have the status code of the contract',
      source: expect.stringMatching(/\.yaml:\d+$/) as string,
      findings: [
        { rule: 'result/field-once', level: 'should', at: '/EmPostSmsResult', actual: 'none', step: 0 },
        { rule: 'http/status', level: 'must', expected: 'one {urn:x}PacketID', actual: '500' },
      ],
      repeat: 'curl x',
    });
    expect(points[4]?.said).toMatchObject({ note: 'the send gave no PacketID' });
    expect(points[7]?.said).toMatchObject({
      ...{ verdict: 'fixed', message: 'http/charset: not broken any more' },
    });
  });

  it('has no line and no character that a target wanted in it', () => {
    const text = tapText(hostileResults());
    expect(text).not.toMatch(UNPRINTABLE);
    expect(text).not.toMatch(/^\s*(?:ok 99|::|Bail out!$)/m);
    const { points } = read({ ...hostileResults(), exitCode: 1 });
    expect(points).toHaveLength(planned.length + 1);
    expect(String(points[1]?.said?.repeat)).toContain('ok 99 - injected # SKIP');
  });
});

describe('badge.json', () => {
  const read = (results: Results) => JSON.parse(badgeJson(results)) as Record<string, unknown>;
  const stated = (
    states: readonly Results['requirements'][number]['state'][],
    changed: Partial<Results>,
  ) => ({
    ...good,
    ...changed,
    requirements: good.requirements
      .slice(0, states.length)
      .map((one, index) => ({ ...one, state: states[index] ?? 'held' })),
  });
  const known = (knownFailure: number) => ({ summary: { ...good.summary, knownFailure } });
  const deviates = { outcome: 'deviates', exitCode: 1 } as const;

  it.each<[Results, string, string]>([
    [stated(['held', 'held', 'excluded'], {}), '2 of 2 held', 'brightgreen'],
    [stated(['held', 'untested'], {}), '1 of 2 held', 'green'],
    [stated(['held', 'broken'], deviates), '1 of 2 held', 'red'],
    [stated(['held', 'broken'], known(15)), '1 of 2 held, 15 known failures', 'yellow'],
    [stated(['held', 'broken'], known(1)), '1 of 2 held, 1 known failure', 'yellow'],
    [stated(['held'], { ...known(2), ...deviates }), '1 of 1 held, 2 known failures', 'red'],
    [stated(['held'], { outcome: 'partial' }), 'partial, 1 of 1 held', 'yellow'],
    ...([1, 4, 5] as const).map((exitCode): [Results, string, string] => [
      stated(['held'], { outcome: 'partial', exitCode }),
      'partial, 1 of 1 held',
      'orange',
    ]),
    [
      stated(['held'], {
        causes: [
          { rule: ownText('run/delivery-results'), message: ownText('none') },
        ] as unknown as Results['causes'],
      }),
      '1 of 1 held',
      'yellow',
    ],
    [stated(['held'], { outcome: 'error', exitCode: 3 }), 'error', 'red'],
    [stated(['held'], { outcome: 'error', exitCode: 5 }), 'error', 'red'],
  ])('is what shields.io asks for: %#', (results, message, color) => {
    expect(read(results)).toEqual({ schemaVersion: 1, label: 'SMS contract', message, color });
  });

  it('has nothing in it that a target said', () => {
    expect(badgeJson(hostileResults())).not.toContain('injected');
  });
});

describe('summary.md', () => {
  /** What is left of a Markdown text without its code, in which nothing means anything. */
  function withoutCode(text: string): string {
    const blocks = text.replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '');
    return blocks.replace(/(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)/g, '');
  }

  it('says how the run ended, then what there is to tell of it, then the findings, what explains most first', () => {
    const text = markdown(everyVerdict());
    const [head, ...headings] = text.split('\n').filter((line) => line.startsWith('#'));
    expect(head).toBe('## ❌ suite: error, with 1 known failure (gate must)');
    const labels = headings.map((line) => /^### ([A-Z ]+) `/.exec(line)?.[1]);
    expect([...new Set(labels)].join(', ')).toBe(
      'FAILED, BLOCKED, NOT READ, FIXED, TRANSPORT ERROR, HARNESS ERROR, WARNED',
    );
    expect(text).toContain('  expected  one {urn:x}PacketID');
    expect(text).toContain('repeat    curl x');
    const counts = text.indexOf(`exchanges     ${planned.length} planned: `);
    expect(counts).toBeLessThan(text.indexOf('### FAILED'));
    expect(text).toMatch(/outcome {7}error; .*: \d+ exchanges? met a fault of the harness/);
  });

  it('is green only where the run conforms and nothing is known to fail', () => {
    expect(markdown(good)).toMatch(/^## ✅ suite: conforms \(/);
    for (const exitCode of [0, 1, 3, 4, 5]) {
      for (const outcome of ['partial', 'error'] as const) {
        expect(markdown({ ...good, outcome, exitCode })).not.toContain('✅');
      }
    }
    const known = /^## ⚠️ suite: conforms, with 15 known failures \(gate must\)\n/;
    expect(markdown(knownResults(listedOf()))).toMatch(known);
  });

  it('has nothing alive in it that a target wanted to be, and blocks that no line of theirs can end', () => {
    const text = markdown(hostileResults());
    expect(text).not.toMatch(UNPRINTABLE);
    expect(text).toContain('<script>alert(1)</script>');
    const alive = withoutCode(text);
    expect(alive).not.toMatch(/injected|<|alert|\[|::/);
    expect(alive).toContain('### FAILED');
    expect(text).not.toMatch(/^\s*::/m);
    const record = { verdict: 'failed', note: '````', findings: [findingOf()] } as const;
    const fenced = markdown(resultsOf((exchange) => recordOf(exchange, record)));
    expect(fenced).toMatch(/^`````text$/m);
    expect(withoutCode(fenced)).not.toContain('result/field-once');
  });
});

it('annotations cannot be made to be other commands by what a target says', () => {
  const text = annotations(hostileResults(), process.cwd());
  const lines = text.trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(line).toMatch(/^::(?:error|warning) (?:[\w]+=[^:,]*,?)+::/);
  expect(text).not.toMatch(UNPRINTABLE);
  expect(text).toContain('##[add-mask]');
  for (const line of lines) expect(line.split('::')[1]).not.toContain('injected');
});
