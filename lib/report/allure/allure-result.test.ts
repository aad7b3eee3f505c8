import { describe, expect, it } from 'vitest';
import { findingOf, listedOf, plannedExchanges, recordOf } from '../../../suites/support/report.ts';
import type { Exchange } from '../../model/exchange.ts';
import { type JudgedExchange, type StepRecord, verdicts } from '../../model/judging/verdict.ts';
import type { ExchangeRecord } from '../../model/running/results.ts';
import { isRed } from '../../results/verdict-counts.ts';
import { maskFor, ownText } from '../../secrets/mask.ts';
import { allureFiles } from './allure-result.ts';

const TICKET = 'S3cret<x>Ticket';
const mask = maskFor([TICKET]);
const bindingNames = new Map([['soap11', 'SOAP 1.1']]);
const target = { baseUrl: mask('http://127.0.0.1:1'), namespace: mask('urn:x'), kind: 'external' } as const;
const context = { target, bindingNames, mask, sections: new Map() };
const [exchange] = plannedExchanges('ReportSingleShotSms/canonical/soap11');

function step(startedAt: number, body: string): StepRecord {
  const headers = [['Content-Type', 'text/xml']] as const;
  return {
    ...{ operation: 'SendBulkSms', binding: 'soap11', reached: 'reply', evaluated: [] },
    request: { method: 'POST', path: '/live/postsms.asmx', headers, body: Buffer.from('<a><b>c</b></a>') },
    ...{ startedAt, endedAt: startedAt + 7 },
    outcome: {
      kind: 'response',
      response: { status: 200, reason: 'OK', headers, body: Buffer.from(body), durationMs: 7 },
    },
  };
}

function judgedOf(steps: readonly StepRecord[]): JudgedExchange {
  const id = exchange.id;
  return { id, verdict: 'failed', findings: [], steps, evaluated: [], durationMs: 20, startedAt: 100 };
}

interface Step {
  readonly name: string;
  readonly status: string;
  readonly start: number;
  readonly stop: number;
  readonly statusDetails?: { readonly message?: string };
  readonly attachments?: readonly { readonly name: string; readonly source: string; readonly type: string }[];
}

interface Result extends Omit<Step, 'statusDetails'> {
  readonly statusDetails: Readonly<Record<string, string>>;
  readonly descriptionHtml: string;
  readonly labels: readonly { readonly name: string; readonly value: string }[];
  readonly links: readonly { readonly name: string; readonly url: string; readonly type: string }[];
  readonly steps: readonly Step[];
}

/** What is written of the exchange. */
function filesOf(
  record: ExchangeRecord,
  more: { readonly told?: Exchange; readonly steps?: readonly StepRecord[]; readonly error?: string } = {},
) {
  const { told = exchange, steps = [], error } = more;
  const files = allureFiles(told, judgedOf(steps), record, context, error);
  const [, text = ''] = files.at(-1) ?? [];
  return { files, text, result: JSON.parse(text) as Result, contents: new Map(files) };
}

describe('the Allure result of an exchange', () => {
  it('is one file for a step that passed: both messages, to the byte', () => {
    const { files } = filesOf(recordOf(exchange), { steps: [step(100, '<r><s/></r>')] });
    expect(files.map(([name]) => name)).toEqual([
      expect.stringMatching(/^[-0-9a-f]{36}-attachment\.txt$/),
      expect.stringMatching(/^[-0-9a-f]{36}-result\.json$/),
    ]);
    expect(files[0]?.[1]).toBe(
      'POST /live/postsms.asmx HTTP/1.1\nhost: 127.0.0.1:1\nContent-Type: text/xml\n\n<a><b>c</b></a>\n\nHTTP/1.1 200 OK\nContent-Type: text/xml\n\n<r><s/></r>',
    );
  });

  it('is nothing that a user wrote into the words of a case and is secret', () => {
    const told = {
      ...exchange,
      title: `Sends ${TICKET}`,
      because: `${TICKET} is old`,
      source: { ...exchange.source, file: `${TICKET}.yaml` },
    };
    const { text, result } = filesOf(recordOf(told, { verdict: 'failed' }), { told, error: 'assert' });
    expect(text).not.toContain(TICKET);
    expect(result.descriptionHtml).toMatch(/^<p>Sends \*\*\*<\/p><p>Level: \*\*\* is old/);
  });

  it('is a step for each request, with its time and what was found in it, and the bodies to read where something was', () => {
    const steps = [step(100, '<r/>'), step(107, `<r><s>1</s><t><![CDATA[${TICKET}]]></t></r>`)];
    const findings = [findingOf({ step: 1 }), findingOf({ step: 1, level: 'should' })];
    const record = recordOf(exchange, { verdict: 'failed', findings });
    const { result, files, contents } = filesOf(record, { steps });
    const [sound, broken] = result.steps;
    expect(sound).toMatchObject({ name: 'SendBulkSms over SOAP 1.1: 200', statusDetails: {} });
    expect(sound).toMatchObject({ status: 'passed', start: 100, stop: 107 });
    expect(broken).toMatchObject({ status: 'failed', start: 107, stop: 114 });
    // The findings themselves appear in the description, once.
    expect(broken?.statusDetails?.message).toBe(
      'result/field-once, must, at /EmPostSmsResult\nresult/field-once, should, at /EmPostSmsResult',
    );
    expect(result.descriptionHtml.match(/PacketID (?:must|should) occur exactly once/g)).toHaveLength(2);
    expect(JSON.stringify(result.steps)).not.toContain('must occur exactly once');
    const attached = result.steps.flatMap(({ attachments = [] }) => attachments);
    expect(attached.map(({ name, type }) => `${name}: ${type}`)).toEqual([
      'request and response: text/plain',
      'request and response: text/plain',
      'request body, indented: text/xml',
      'response body, indented: text/xml',
    ]);
    expect(contents.get(attached.at(-1)?.source ?? '')).toBe(
      '<r>\n  <s>1</s>\n  <t><![CDATA[***]]></t>\n</r>',
    );
    expect(JSON.stringify(files)).not.toContain('S3cret');
  });

  it('has the ids of the exchange alone, and its requirements as links to their page', () => {
    const findings = [findingOf({ requirements: ['sends.packet-id'] })];
    const { result } = filesOf(recordOf(exchange, { verdict: 'failed', findings }));
    const { id } = exchange;
    expect(result).toMatchObject({ name: id, fullName: id, testCaseId: id, historyId: id });
    expect(result).toMatchObject({ titlePath: ['ReportSingleShotSms', 'SOAP 1.1'], start: 100, stop: 120 });
    const url = '../report.html#sends.packet-id';
    expect(result.links[0]).toEqual({ name: 'sends.packet-id', url, type: 'requirement' });
    for (const label of [
      { name: 'severity', value: 'critical' },
      { name: 'verdict', value: 'failed' },
      { name: 'rule', value: 'result/field-once' },
    ]) {
      expect(result.labels).toContainEqual(label);
    }
  });

  it('has its gravest cause last, under which Allure groups it, and leaves the findings of a red one to its error', () => {
    const causes = ['weak', 'grave', 'grave too'] as const;
    const findings = causes.map((cause, index) =>
      findingOf({
        cause: ownText(cause),
        level: index === 0 ? 'should' : 'must',
        path: ownText(`/${cause}`),
      }),
    );
    const record = recordOf(exchange, { verdict: 'failed', findings });
    const named = filesOf(record).result.labels.filter(({ name }) => name === 'cause');
    expect(named.map(({ value }) => value)).toEqual(['weak', 'grave too', 'grave']);
    expect(filesOf(record).result.descriptionHtml).toContain('/grave');
    const red = filesOf(record, { error: 'assert' }).result;
    expect(red.descriptionHtml).not.toContain('/grave');
    expect(red.descriptionHtml).toContain(`case      ${exchange.source.file}`);
  });

  it('leads to where people follow up what is known to fail, once, and shows a step that was not made', () => {
    const url = 'https://issues.example/7';
    const listed = listedOf({ link: url });
    const { result } = filesOf(recordOf(exchange, { verdict: 'known-failure', known: [listed, listed] }));
    const issues = result.links.filter(({ type }) => type === 'issue');
    expect(issues).toEqual([{ name: url, url, type: 'issue' }]);
    expect(result.descriptionHtml).toContain(`: the old gateway never did (${url}); known.yaml:2`);
    const blocked = recordOf(exchange, { verdict: 'blocked', note: 'step 2 was not sent: no PacketID' });
    const { steps } = filesOf(blocked, { steps: [step(100, '<r/>')] }).result;
    expect(steps.at(-1)).toMatchObject({ name: 'step 2 was not sent: no PacketID', status: 'skipped' });
    expect(steps.at(-1)).toMatchObject({ stop: 120 });
  });

  it('describes findings with nothing of a target that a browser would take for markup', () => {
    const findings = [findingOf({ expected: '<b>x</b>', actual: '"><img src=x onerror=y>' })];
    const record = recordOf(exchange, { verdict: 'failed', findings, repeat: "curl -d '<a>'" });
    const html = filesOf(record).result.descriptionHtml;
    expect(html).toContain('  expected  &lt;b&gt;x&lt;/b&gt;\n  actual    &quot;&gt;&lt;img src=x');
    expect(html).toContain(`case      ${exchange.source.file}:${exchange.source.line}\n`);
    expect(html).toContain(`repeat    curl -d '&lt;a&gt;'\n`);
  });

  it('is red for what makes the run red alone, and broken where the target is not to blame or said nothing whole', () => {
    const statuses = (gate: 'must' | 'should') =>
      verdicts.map((verdict) => {
        const red = isRed(verdict, gate) ? { error: 'assert' } : {};
        return [verdict, filesOf(recordOf(exchange, { verdict }), red).result.status];
      });
    expect(statuses('must')).toEqual([
      ['passed', 'passed'],
      ['failed', 'failed'],
      ['warned', 'unknown'],
      ['observed', 'passed'],
      ['blocked', 'failed'],
      ['not-read', 'broken'],
      ['known-failure', 'skipped'],
      ['fixed', 'failed'],
      ['transport-error', 'broken'],
      ['harness-error', 'broken'],
    ]);
    expect(Object.fromEntries(statuses('should'))).toMatchObject({ warned: 'failed', observed: 'passed' });
  });

  it('has the error of its test, and what was expected and was there, place by place, with nothing in it that acts on a screen', () => {
    const findings = [
      findingOf({ path: '/a', expected: 'one', actual: '\u001b[31mnone' }),
      findingOf({ path: '/b', expected: 'x', actual: 'y' }),
    ];
    const record = recordOf(exchange, { verdict: 'failed', findings });
    expect(filesOf(record, { error: 'assert' }).result.statusDetails).toEqual({
      message: 'assert',
      trace: expect.stringMatching(/^at cases\/ReportSingleShotSms\/\S+\.yaml:\d+:\d+$/),
      expected: '/a\n  one\n\n/b\n  x',
      actual: '/a\n  \\u{1B}[31mnone\n\n/b\n  y',
    });
  });

  it('has nothing to say where it passed, and the reason where it is known', () => {
    expect(filesOf(recordOf(exchange)).result.statusDetails).toEqual({});
    const known = recordOf(exchange, { verdict: 'known-failure', known: [listedOf()] });
    expect(filesOf(known).result.statusDetails.message).toBe('known-failure\nthe old gateway never did');
  });
});
