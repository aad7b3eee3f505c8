import type { RuntimeMessage } from 'allure-js-commons/sdk';
import { describe, expect, it } from 'vitest';
import { findingOf, listedOf, plannedExchanges, recordOf } from '../../../suites/support/report.ts';
import type { JudgedExchange, StepRecord } from '../../model/judging/verdict.ts';
import type { ExchangeRecord } from '../../model/running/results.ts';
import { maskFor, ownText } from '../../secrets/mask.ts';
import { allureMessages } from './allure-test.ts';

const TICKET = 'S3cret<x>Ticket';
const mask = maskFor([TICKET]);
const bindingNames = new Map([['soap11', 'SOAP 1.1']]);
const target = { baseUrl: mask('http://127.0.0.1:1'), namespace: mask('urn:x'), kind: 'external' } as const;
const context = { target, bindingNames, mask, sections: new Map(), evidence: 'all' } as const;
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

const dataOf = <T extends RuntimeMessage['type']>(messages: readonly RuntimeMessage[], type: T) =>
  messages.flatMap((message) => (message.type === type ? [message.data] : [])) as Extract<
    RuntimeMessage,
    { type: T }
  >['data'][];

/** What is told of the exchange without any step. */
function metadataOf(record: ExchangeRecord, told = exchange) {
  const [metadata] = dataOf(allureMessages(told, judgedOf([]), record, context), 'metadata');
  if (!metadata) throw new Error('no metadata');
  return metadata;
}

describe('what Allure is told of an exchange', () => {
  it('is one file for a step that passed: both messages, to the byte', () => {
    const judged = judgedOf([step(100, '<r><s/></r>')]);
    const messages = allureMessages(exchange, judged, recordOf(exchange), context);
    const types = ['metadata', 'step_start', 'attachment_content', 'step_stop'];
    expect(messages.map(({ type }) => type)).toEqual(types);
    expect(dataOf(messages, 'attachment_content')[0]?.content).toBe(
      'POST /live/postsms.asmx HTTP/1.1\nhost: 127.0.0.1:1\nContent-Type: text/xml\n\n<a><b>c</b></a>\n\nHTTP/1.1 200 OK\nContent-Type: text/xml\n\n<r><s/></r>',
    );
  });

  it.each([
    ['passed', []],
    ['observed', []],
    ['warned', ['request and response']],
    ['failed', ['request and response']],
    ['known-failure', ['request and response']],
  ])(
    'has the messages of an exchange that is %s where only red ones have theirs: %j',
    (verdict, attached) => {
      const judged = judgedOf([step(100, '<r><s/></r>')]);
      const red = { ...context, evidence: 'red' } as const;
      const messages = allureMessages(exchange, judged, recordOf(exchange, { verdict }), red);
      expect(dataOf(messages, 'attachment_content').map(({ name }) => name)).toEqual(attached);
      expect(dataOf(messages, 'step_start').map(({ name }) => name)).toEqual([
        'SendBulkSms over SOAP 1.1: 200',
      ]);
    },
  );

  it('is nothing that a user wrote into the words of a case and is secret', () => {
    const told = {
      ...exchange,
      title: `Sends ${TICKET}`,
      because: `${TICKET} is old`,
      source: { ...exchange.source, file: `${TICKET}.yaml` },
    };
    const metadata = metadataOf(recordOf(told), told);
    expect(JSON.stringify(metadata)).not.toContain(TICKET);
    expect(metadata.descriptionHtml).toMatch(/^<p>Sends \*\*\*<\/p><p>Level: \*\*\* is old/);
  });

  it('is a step for each request, with its time and what was found in it, and the bodies to read where something was', () => {
    const steps = [step(100, '<r/>'), step(107, `<r><s>1</s><t><![CDATA[${TICKET}]]></t></r>`)];
    const findings = [findingOf({ step: 1 }), findingOf({ step: 1, level: 'should' })];
    const record = recordOf(exchange, { verdict: 'failed', findings });
    const messages = allureMessages(exchange, judgedOf(steps), record, context);
    expect(dataOf(messages, 'step_start')).toMatchObject([
      { name: 'SendBulkSms over SOAP 1.1: 200', start: 100 },
      { start: 107 },
    ]);
    const [sound, broken] = dataOf(messages, 'step_stop');
    expect(sound).toEqual({ status: 'passed', stop: 107 });
    expect(broken).toMatchObject({ status: 'failed', stop: 114 });
    // The findings themselves appear in the description, once.
    expect(broken?.statusDetails?.message).toBe(
      'result/field-once, must, at /EmPostSmsResult\nresult/field-once, should, at /EmPostSmsResult',
    );
    const [metadata] = dataOf(messages, 'metadata');
    expect(metadata?.descriptionHtml?.match(/PacketID (?:must|should) occur exactly once/g)).toHaveLength(2);
    expect(JSON.stringify(dataOf(messages, 'step_stop'))).not.toContain('must occur exactly once');
    const attached = dataOf(messages, 'attachment_content');
    expect(attached.map(({ name, fileExtension }) => `${name}.${fileExtension}`)).toEqual([
      'request and response.txt',
      'request and response.txt',
      'request body, indented.xml',
      'response body, indented.xml',
    ]);
    expect(attached.at(-1)?.content).toBe('<r>\n  <s>1</s>\n  <t><![CDATA[***]]></t>\n</r>');
    expect(JSON.stringify(messages)).not.toContain('S3cret');
  });

  it('has the ids of the exchange alone, and its requirements as links to their page', () => {
    const findings = [findingOf({ requirements: ['sends.packet-id'] })];
    const metadata = metadataOf(recordOf(exchange, { verdict: 'failed', findings }));
    const { id } = exchange;
    expect(metadata).toMatchObject({ displayName: id, testCaseId: id, historyId: id });
    const url = '../report.html#sends.packet-id';
    expect(metadata.links?.[0]).toEqual({ name: 'sends.packet-id', url, type: 'requirement' });
    for (const label of [
      { name: 'severity', value: 'critical' },
      { name: 'verdict', value: 'failed' },
      { name: 'rule', value: 'result/field-once' },
    ]) {
      expect(metadata.labels).toContainEqual(label);
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
    const named = metadataOf(record).labels?.filter(({ name }) => name === 'cause');
    expect(named?.map(({ value }) => value)).toEqual(['weak', 'grave too', 'grave']);
    expect(metadataOf(record).descriptionHtml).toContain('/grave');
    const [red] = dataOf(allureMessages(exchange, judgedOf([]), record, context, true), 'metadata');
    expect(red?.descriptionHtml).not.toContain('/grave');
    expect(red?.descriptionHtml).toContain(`case      ${exchange.source.file}`);
  });

  it('leads to where people follow up what is known to fail, once, and shows a step that was not made', () => {
    const url = 'https://issues.example/7';
    const listed = listedOf({ link: url });
    const metadata = metadataOf(recordOf(exchange, { verdict: 'known-failure', known: [listed, listed] }));
    const issues = metadata.links?.filter(({ type }) => type === 'issue');
    expect(issues).toEqual([{ name: url, url, type: 'issue' }]);
    expect(metadata.descriptionHtml).toContain(`: the old gateway never did (${url}); known.yaml:2`);
    const blocked = recordOf(exchange, { verdict: 'blocked', note: 'step 2 was not sent: no PacketID' });
    const messages = allureMessages(exchange, judgedOf([step(100, '<r/>')]), blocked, context);
    expect(dataOf(messages, 'step_start').at(-1)).toMatchObject({ name: 'step 2 was not sent: no PacketID' });
    expect(dataOf(messages, 'step_stop').at(-1)).toMatchObject({ status: 'skipped', stop: 120 });
  });

  it('describes findings with nothing of a target that a browser would take for markup', () => {
    const findings = [findingOf({ expected: '<b>x</b>', actual: '"><img src=x onerror=y>' })];
    const record = recordOf(exchange, { verdict: 'failed', findings, repeat: "curl -d '<a>'" });
    const html = metadataOf(record).descriptionHtml;
    expect(html).toContain('  expected  &lt;b&gt;x&lt;/b&gt;\n  actual    &quot;&gt;&lt;img src=x');
    expect(html).toContain(`case      ${exchange.source.file}:${exchange.source.line}\n`);
    expect(html).toContain(`repeat    curl -d '&lt;a&gt;'\n`);
  });
});
