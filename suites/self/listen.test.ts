import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startReference } from '../../lib/reference/start.ts';
import { REFERENCE_NAMESPACE } from '../../lib/settings/table.ts';
import { contract } from '../support/cases.ts';
import { withCountingGateway } from '../support/counting-gateway.ts';
import { folderWith, inProcess, newFolder, resultsIn } from './command.ts';

/** Runs `listen` on a free port with clients that begin once it listens. */
async function listen(
  args: readonly string[],
  clients: (baseUrl: string) => Promise<unknown> = async () => {},
) {
  const folder = newFolder();
  let begun: Promise<unknown> | undefined;
  const ended = await inProcess(
    ['listen', '--port', '0', '--no-allure', '--report-dir', folder, ...args],
    {},
    {
      heard: (said) => {
        const baseUrl = /^listening on (\S+)/m.exec(said)?.[1];
        if (baseUrl) begun ??= clients(baseUrl);
      },
    },
  );
  await begun;
  return { ...ended, folder };
}

const report = (baseUrl: string, more: Readonly<Record<string, string>> = {}, packet = 'P1') =>
  fetch(`${baseUrl}/ecomm/postsms.asmx/ReportSmsWithPacketId`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...more },
    body: `ServiceTicket=T1cket-0001&PacketId=${packet}`,
  });

const SCENARIO = `operation: ReportSmsWithPacketId
cases:
  - id: ask
    title: Ask for the report on P1
    bindings: [http-post]
    with: { PacketId: P1 }
`;

// What it refuses appears in golden/messages.txt.
describe('listen', () => {
  it('writes the reports of a run about the requests alone, without the ticket', async () => {
    const { code, said, folder } = await listen(
      [
        '--calls',
        '2',
        '--reporter',
        'har',
        '--reporter',
        'junit',
        '--require',
        'ReportSmsWithPacketId/http-post',
      ],
      async (url) => [
        await report(url),
        await report(url, { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }),
      ],
    );
    expect([code, said]).toEqual([0, expect.stringContaining('2 planned: 1 passed, 1 observed')]);
    expect(said).toMatch(/^listened {6}on http:\S+, answers from the reference, namespace http:/m);
    const { exchanges, requirements } = resultsIn(folder);
    expect(exchanges.map(({ verdict }) => verdict)).toEqual(['passed', 'observed']);
    expect(
      new Set(requirements.filter(({ exchanges: count }) => count > 0).map(({ binds }) => binds)),
    ).toEqual(new Set(['client']));
    const files = readdirSync(folder).filter((name) => !name.startsWith('.'));
    expect(files).toEqual(
      expect.arrayContaining(['junit.xml', 'recording.har', 'report.html', 'results.json']),
    );
    for (const text of [said, ...files.map((name) => readFileSync(join(folder, name), 'utf8'))]) {
      expect(text).not.toContain('T1cket-0001');
    }
    const page = readFileSync(join(folder, 'report.html'), 'utf8');
    expect(page.indexOf('id="own-')).toBeLessThan(page.indexOf('id="section-'));
  });

  it.each<[string, readonly string[], Readonly<Record<string, string>>, string]>([
    ['for a breach', [], { authorization: 'Basic x' }, 'request/no-authentication'],
    [
      'for a call that never came',
      ['--require', 'SendBulkSms/soap12'],
      {},
      '--require SendBulkSms/soap12: no call came',
    ],
    [
      'for a scenario that was not played to its end',
      ['--scenario', 'built-in', '--binding', 'http-post'],
      {},
      'no call came for step 1',
    ],
  ])('ends with 1 %s', async (_, args, headers, message) => {
    const { code, said } = await listen(['--calls', '1', ...args], (url) => report(url, headers));
    expect([code, said]).toEqual([1, expect.stringContaining(message)]);
  });

  it('ends with 1 where what was meant as a call is not recognised', async () => {
    const { code, said } = await listen(['--calls', '2'], async (url) => {
      await fetch(`${url}/ecomm/postsms.asmx/Raport`, { method: 'POST', body: 'PacketId=P1' });
      await report(url);
    });
    const why =
      'POST /ecomm/postsms.asmx/Raport was not recognised: /ecomm/postsms.asmx/Raport names no operation';
    expect([code, said]).toEqual([1, expect.stringContaining(why)]);
  });

  it('is green where the last try of each told call is right, and tells the others', async () => {
    const scenario = join(folderWith({ 'scenario.yaml': SCENARIO }), 'scenario.yaml');
    const { code, said, folder } = await listen(['--calls', '4', '--scenario', scenario], async (url) => {
      for (const packet of ['P2', 'P1', 'P1', 'P3']) await report(url, {}, packet);
    });
    expect(said).toContain(
      '1  ReportSmsWithPacketId http-post (1)  breach: PacketId: expected "P1", got "P2" (§4.5)\n2  ReportSmsWithPacketId http-post (1, try 2)  clean\n3  ReportSmsWithPacketId http-post (extra call)  clean\n',
    );
    expect([code, said]).toEqual([0, expect.stringContaining('4 planned: 3 passed, 1 observed')]);
    expect(resultsIn(folder).notes).toEqual([
      'scenario: 1 of 1 call seen right, 0 seen wrong, 0 not seen; 2 extra calls',
      'scenario 1, ReportSmsWithPacketId http-post: tried 2 times, seen right at the last',
    ]);
  });

  it('says at first how it answers', async () => {
    const args = [
      '--calls',
      '1',
      '--defect',
      'packetid-lower-case',
      '--answer',
      '3=500',
      '--answer',
      'all=fault',
    ];
    const { said } = await listen(args, report);
    const how = 'answers from the reference, with the defects packetid-lower-case, scripted 3=500 all=fault';
    expect(said).toMatch(new RegExp(`^listening on .*, ${how}; Ctrl-C ends$`, 'm'));
    expect(said).toContain('http-post  clean\n   answered by script: fault\n');
  });

  it('ends with 4 where no call came, whatever else did', async () => {
    const { code, said } = await listen(['--idle', '1'], (url) => fetch(`${url}/live/postsms.asmx?WSDL`));
    expect([code, said]).toEqual([4, expect.stringContaining('no call came to http://127.0.0.1:')]);
  });
});

/** A gateway that keeps the contract. */
async function gateway() {
  const reference = await startReference({ contract, namespace: REFERENCE_NAMESPACE });
  onTestFinished(() => reference.close());
  return reference.baseUrl;
}

describe('a gateway with a budget', () => {
  const NUMBER = '905321117939';
  /** Sends to numbers, each perhaps in a breach, with a budget of one message, and asks for the first packet. */
  async function play(sends: readonly (readonly [number: string, isWrong?: boolean])[]) {
    return withCountingGateway({ contract, namespace: REFERENCE_NAMESPACE }, async ({ baseUrl, arrived }) => {
      const limits = ['--sends', 'allow', '--recipients', NUMBER, '--max-messages', '1'];
      const args = ['--forward', baseUrl, '--calls', `${sends.length + 1}`, ...limits];
      const statuses: number[] = [];
      const ended = await listen(args, async (url) => {
        let packet = 'P1';
        for (const [number, isWrong] of sends) {
          const fields = `Originator=O&Message=hello&GsmNumbers=${number}&BeginTime=&EndTime=`;
          const reply = await fetch(`${url}/liveb/postsms.asmx/SendBulkSms`, {
            method: 'POST',
            headers: {
              'content-type': 'application/x-www-form-urlencoded',
              ...(isWrong && { authorization: 'x' }),
            },
            body: `ServiceTicket=T1cket-0001&${fields}`,
          });
          statuses.push(reply.status);
          packet = /<PacketID>(.*?)</.exec(await reply.text())?.[1] ?? packet;
        }
        statuses.push((await report(url, {}, packet)).status);
      });
      const { exchanges, outcome } = resultsIn(ended.folder);
      const verdicts = exchanges.map(({ verdict }) => verdict).sort();
      return { ...ended, arrived: arrived(), statuses, verdicts, outcome };
    });
  }

  it('gets reports once the budget is used up, and no send, which ends with 4', async () => {
    const { code, said, ...played } = await play([[NUMBER], [NUMBER]]);
    expect(played).toMatchObject({
      ...{ statuses: [200, 403, 200], arrived: [NUMBER] },
      ...{ verdicts: ['blocked', 'passed'], outcome: 'partial' },
    });
    expect([code, said]).toEqual([4, expect.stringContaining('partial: 1 exchange was not forwarded')]);
  });

  it('gets no send to another number, which ends with 4, and with 1 where a client breaks the contract', async () => {
    const other = '905321117938';
    const { code, said, arrived } = await play([[other]]);
    expect([code, arrived, said]).toEqual([4, [], expect.stringContaining('1 exchange was not forwarded')]);
    const wrong = await play([[other], [NUMBER, true]]);
    expect(wrong).toMatchObject({ code: 1, arrived: [], verdicts: ['blocked', 'failed', 'observed'] });
    expect(wrong.said).toContain('partial: a call or its reply deviates, and 1 exchange was not forwarded');
  });
});

const BULK = `cases:
  - id: bulk
    title: Send to a number and ask for its report
    bindings: [http-post]
    operation: SendBulkSms
    steps:
      - send: SendBulkSms
        with: { Message: hello, GsmNumbers: ['905321117939'] }
        capture: { packet: PacketID }
      - call: ReportSmsWithPacketId
        with: { PacketId: "\${packet}" }
`;

describe('a gateway that echoes what it was sent', () => {
  const play = async (calls: readonly string[]) => {
    const scenario = join(folderWith({ 'scenario.yaml': BULK }), 'scenario.yaml');
    const args = ['--forward', await gateway(), '--calls', `${calls.length}`, '--scenario', scenario];
    return listen(args, async (url) => {
      const packets: string[] = [];
      for (const asked of calls) {
        const isSend = asked.startsWith('9');
        const path = isSend ? 'liveb/postsms.asmx/SendBulkSms' : 'ecomm/postsms.asmx/ReportSmsWithPacketId';
        const fields = isSend
          ? `Originator=O&Message=hello&GsmNumbers=${asked}&BeginTime=&EndTime=`
          : `PacketId=${packets[Number(asked)]}`;
        const body = new URLSearchParams(`ServiceTicket=T1cket-0001&${fields}`);
        const reply = await (await fetch(`${url}/${path}`, { method: 'POST', body })).text();
        if (isSend) packets.push(/<PacketID>(.*?)</.exec(reply)?.[1] ?? '');
      }
    });
  };
  const verdicts = (folder: string) =>
    resultsIn(folder).exchanges.map(({ verdict, findings }) => [
      verdict,
      ...findings.filter(({ level }) => level !== 'gap').map(({ rule }) => rule),
    ]);
  // The media type has a charset, which the contract leaves open.
  const WRONG = '905321117938';
  const RIGHT = '905321117939';

  it('is not blamed for the wrong number of a client', async () => {
    const { code, folder, said } = await play([WRONG, '0']);
    expect(verdicts(folder)).toEqual([['failed', 'request/list']]);
    expect(said).not.toContain('reply of the gateway');
    expect(code).toBe(1);
  });

  it('is not blamed for a report on the packet of a replaced try, which is told as not repeated', async () => {
    const { code, folder, said } = await play([WRONG, '0', RIGHT]);
    expect(verdicts(folder)).toEqual([['observed'], ['observed'], ['blocked']]);
    expect(said).toContain('step 2: right for the packet of a replaced try, not repeated');
    expect(said).not.toContain('reply of the gateway');
    expect(code).toBe(1);
  });

  it('is judged by the last tries alone, also where a report on the replaced one comes late', async () => {
    const { code, folder, said } = await play([WRONG, RIGHT, '0', '1']);
    expect(said).toMatch(/ReportSmsWithPacketId http-post \(1\.2\) {2}open: [\s\S]*\(1\.2, try 2\)/);
    expect(verdicts(folder).map(([verdict]) => verdict)).toEqual(['observed', 'observed', 'observed']);
    expect([code, said]).toEqual([0, expect.not.stringContaining('not repeated')]);
  });
});
