import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type LikeFlags, likeStyles, styleDeviation } from '../../lib/cli/style-of.ts';
import type { GatewayStyle } from '../../lib/readers/style.ts';
import { findDefect } from '../../lib/reference/defects/registry.ts';
import type { Deviation } from '../../lib/reference/seams.ts';
import { folderWith, inProcess, newFolder, resultsIn } from './command.ts';
import { builtInContract, namespace, serving } from './endpoints.ts';
import { recordService } from './recordings.ts';

/** How a rewrite writes its replies. */
const style = {
  prefix: { envelope: 's', service: 'ns1' },
  namespaces: ['envelope', 'service'],
  declaration: '',
  'empty-elements': { text: '<a></a>', list: '<a/>' },
  times: { SendDate: 'yyyy-MM-ddTHH:mm:ss.fff+03:00' },
  'content-type': 'text/xml;charset=UTF-8',
  headers: ['server: X', 'Date: {date}', 'content-type: {content-type}'],
  chunked: 'yes',
};
const REWRITE: GatewayStyle = {
  soap11: style,
  'http-get': { ...style, prefix: { service: '' }, namespaces: ['service'] },
};
const FILTERS = { case: ['*/canonical'], binding: ['soap11', 'http-get'] } as const;

/** Records a gateway that keeps the contract, and returns the file. */
async function record(deviations: readonly Deviation[]): Promise<string> {
  const { file, judged } = await recordService(deviations, FILTERS);
  expect(judged.map(({ verdict }) => verdict)).toEqual(Array(8).fill('passed'));
  return file;
}

const recordWritten = (written: GatewayStyle) => record([styleDeviation(written)]);

/** Records the reference that writes as these flags of `serve` say. */
const recordLike = (flags: LikeFlags) => record(likeStyles(flags, builtInContract).map(styleDeviation));

let asmx: string;
let rewrite: string;
/** Differs from ASMX in one property. */
let prefixed: string;
beforeAll(async () => {
  asmx = await recordWritten({});
  rewrite = await recordWritten(REWRITE);
  prefixed = await recordWritten({ soap11: { prefix: { envelope: 's' } } });
});

const compare = (old: string, now: string, ...flags: readonly string[]) =>
  inProcess(['compare', old, now, '--report-dir', newFolder(), ...flags]);

describe('style-of', () => {
  it('writes a style in which a stand-in answers as the recorded gateway, surface included', async () => {
    const file = join(newFolder(), 'style.yaml');
    const { code, said } = await inProcess(['style-of', rewrite, '--output', file]);
    expect([code, said]).toEqual([0, `${file}  how 12 replies over soap11, http-get are written\n`]);
    const same = await compare(rewrite, await recordLike({ like: [file] }), '--strict');
    expect([same.code, same.said]).toEqual([0, expect.stringContaining('outcome       same')]);
  });

  it('overwrites nothing, and has nothing to say of a recording without packet results', async () => {
    const empty = JSON.stringify({ log: { version: '1.2', entries: [] } });
    const folder = folderWith({ 'style.yaml': '', 'empty.har': empty });
    const taken = await inProcess(['style-of', 'empty.har'], {}, { folder });
    expect([taken.code, taken.said]).toEqual([2, expect.stringContaining('style.yaml exists; remove it')]);
    const none = await inProcess(['style-of', 'empty.har', '--output', 'new.yaml'], {}, { folder });
    expect([none.code, none.said]).toEqual([4, 'empty.har has no reply with a packet result\n']);
  });

  it('takes nothing of a stranger into the head of replies', async () => {
    const har = JSON.parse(readFileSync(asmx, 'utf8'));
    har.log.entries[0].response.headers.push({ name: 'X', value: 'a\r\nSet-Cookie: b' });
    const folder = folderWith({ 'hostile.har': JSON.stringify(har) });
    const { code, said } = await inProcess(['serve', '--like', 'hostile.har'], {}, { folder });
    expect([code, said]).toEqual([2, expect.stringContaining('is not a header field in ASCII')]);
  });
});

describe('serve --like', () => {
  it('takes all but the named properties, or the named ones alone', async () => {
    const only = await compare(asmx, await recordLike({ like: [rewrite], onlyChange: 'prefix' }));
    expect(only.said).toMatch(/^surface {7}prefixes {2}soap, none -> s, ns1 {2}in \d+ replies/m);
    expect(only.said).not.toContain('XML declaration');
    const except = 'prefix, namespaces, chunked';
    const left = await compare(asmx, await recordLike({ like: [rewrite], except }));
    expect(left.said).toContain('XML declaration');
    expect(left.said).not.toMatch(/prefixes|transfer-encoding/);
  });

  it.each([
    [['--like', 'no.yaml'], '--like no.yaml: cannot be read: there is no such file'],
    [
      ['--except', 'prefix'],
      '--except and --only-change choose properties of a style; name its file with --like',
    ],
    [['--like', 'a.yaml', '--except', 'prefx'], 'unknown property "prefx"; did you mean prefix?'],
    [['--like', 'a.yaml'], 'a.yaml:2:12: "perhaps" is not a value of "chunked"'],
  ])('says of %j what is wrong', async (flags, message) => {
    const folder = folderWith({ 'a.yaml': 'soap11:\n  chunked: perhaps\n' });
    const { code, said } = await inProcess(['serve', ...flags], {}, { folder });
    expect([code, said]).toEqual([2, expect.stringContaining(message)]);
  });
});

const [prefixStripped, others] = [
  `const text = require('fs').readFileSync(0, 'utf8').replaceAll('soap:', '');
   if (/<Envelope/.test(text)) console.log(text.match(/<PacketStatus>[^<]*/)?.[0]);
   else if (!/<EmPostSmsResult/.test(text)) throw new Error('no Envelope');`,
  'process.exit(7)',
];
const command = (file: string) => `"${process.execPath}" ${file}`;
/** A program starts for each reply, and for each property in which it differs. */
const FEW = ['--case', 'SendBulkSms/canonical', '--binding', 'soap11'];

describe('compare', () => {
  it('says which readers break because of what, and fails for those that it is told to', async () => {
    const { said } = await compare(asmx, rewrite);
    expect(said).toMatch(/^would break {3}\d+ of 24 readers that understand OLD do not understand NEW$/m);
    expect(said).toMatch(
      /^ {14}xml2js, xml-js, .* and \d more: prefix {2}soap, none -> s, ns1 \(no key soap:Envelope\)$/m,
    );
    expect(said).toMatch(/^ {14}literal Content-Type: content-type {2}text\/xml; charset=utf-8 -> /m);
    const gated = await compare(asmx, rewrite, '--gate-readers', 'literal-content-type');
    expect(gated.code).toBe(1);
    expect(gated.said).toMatch(/^outcome .*groups? of clients would break/m);
    const unknown = await compare(asmx, rewrite, '--gate-readers', 'xml2j');
    expect([unknown.code, unknown.said]).toEqual([
      2,
      '--gate-readers: unknown reader "xml2j"; did you mean xml2js?; list readers shows all\n',
    ]);
  });

  it('accepts what breaks readers', async () => {
    const accepted = join(newFolder(), 'accepted.yaml');
    const flags = ['--gate-readers', 'all'];
    const first = await compare(asmx, prefixed, ...flags, '--write-accepted', accepted);
    expect([first.code, readFileSync(accepted, 'utf8')]).toEqual([
      1,
      expect.stringContaining('kind: readers\n    field: prefix\n    from: soap\n    to: s\n'),
    ]);
    const again = await compare(asmx, prefixed, ...flags, '--accepted', accepted);
    expect([again.code, again.said]).toEqual([
      0,
      expect.stringMatching(/^accepted {6}prefix {2}soap -> s in 1 reply/m),
    ]);
    expect(again.said).not.toContain('prefix  soap -> s (');
  });

  it("lets a reader of the user's decide", async () => {
    const folder = folderWith({ 'read.cjs': prefixStripped, 'none.cjs': others });
    const run = (...flags: readonly string[]) =>
      inProcess(['compare', asmx, rewrite, ...FEW, ...flags], {}, { folder });
    const { code, said } = await run('--reader', command('read.cjs'));
    expect(code).toBe(1);
    expect(said).toMatch(/read\.cjs: prefix {2}soap, none -> s, ns1 \(exit code 1, .*\)$/m);
    expect(said).toMatch(/^outcome .*1 property breaks a reader of yours/m);
    expect(said).toMatch(/^your readers {2}0 of 1 read NEW as OLD$/m);
    const none = await run('--reader', command('none.cjs'));
    expect([none.code, none.said]).toEqual([
      2,
      expect.stringContaining('none.cjs": it reads no reply of OLD: exit code 7'),
    ]);
  });
});

describe('compare --reader of a program that cannot be started', () => {
  it('asks no target', async () => {
    const nowhere = ['compare', 'http://127.0.0.1:9', 'http://127.0.0.1:9/x', '--namespace', namespace];
    const reader = ['--reader', 'no-such-program'];
    const { code, said } = await inProcess([...nowhere, ...reader, ...FEW], {}, { folder: newFolder() });
    expect([code, said]).toEqual([
      2,
      expect.stringContaining('--reader "no-such-program": spawn no-such-program ENOENT'),
    ]);
  });
});

describe('compare --reader of a program whose output changes by itself', () => {
  it('blames no gateway', async () => {
    const folder = folderWith({ 'clock.cjs': 'console.log(process.hrtime.bigint())' });
    const run = ['compare', asmx, prefixed, ...FEW, '--reader', command('clock.cjs')];
    const { code, said } = await inProcess(run, {}, { folder });
    expect([code, said]).toEqual([2, expect.stringContaining('it prints another text each time')]);
  });
});

describe('compare --reader of several programs', () => {
  it('tries a reader on a field with another name, and counts the readers that read both sides', async () => {
    const defect = findDefect('packetid-lower-case');
    const { file: renamed } = await recordService(defect ? [defect] : [], FILTERS);
    const strict =
      "if (!/<PacketID>/.test(require('fs').readFileSync(0, 'utf8'))) throw new Error('no PacketID')";
    const folder = folderWith({ 'strict.cjs': strict, 'lax.cjs': 'process.stdin.resume()' });
    const readers = ['strict.cjs', 'lax.cjs'].flatMap((name) => ['--reader', command(name)]);
    const { said } = await inProcess(['compare', asmx, renamed, ...FEW, ...readers], {}, { folder });
    expect(said).toMatch(
      /strict\.cjs: PacketID {2}<PacketID> -> <packetID> \(exit code 1, .*no PacketID.*\)$/m,
    );
    expect(said).toMatch(/^your readers {2}1 of 2 read NEW as OLD$/m);
    expect(said).not.toContain('empty-elements');
  });
});

describe('compare --accepted', () => {
  it("accepts what a reader of the user's alone stumbles over", async () => {
    const sent = await recordWritten({ soap11: { states: { PacketStatus: 'Sent' } } });
    const program = "if (/PacketStatus>Sent/.test(require('fs').readFileSync(0, 'utf8'))) process.exit(3)";
    const folder = folderWith({ 'states.cjs': program });
    const run = (...flags: readonly string[]) =>
      inProcess(['compare', asmx, sent, ...FEW, '--reader', command('states.cjs'), ...flags], {}, { folder });
    const first = await run('--write-accepted', 'accepted.yaml');
    expect(first.said).toMatch(/^outcome .*, 1 property breaks a reader of yours$/m);
    expect(readFileSync(join(folder, 'accepted.yaml'), 'utf8')).toContain(
      'kind: readers\n    field: PacketStatus\n    from: "1"\n    to: Sent\n',
    );
    const { code, said } = await run('--accepted', 'accepted.yaml');
    expect([code, said]).toEqual([0, expect.not.stringMatching(/^(UNUSED|would break)/m)]);
  });
});

describe('run', () => {
  it("says which readers of ASMX and of the user's read the replies of a target", async () => {
    const folder = folderWith({ 'none.cjs': others });
    const { code, said } = await serving({ deviations: [styleDeviation(REWRITE)] }, ({ baseUrl }) => {
      const flags = ['--no-allure', '--reader', command('none.cjs'), '--report-dir', folder];
      const target = ['--target', baseUrl, '--namespace', namespace];
      const chosen = [...FEW, '--binding', 'http-get', '--clients', 'none'];
      return inProcess(['run', ...target, ...chosen, ...flags], {}, { folder });
    });
    expect(code).toBe(0);
    expect(said).toMatch(/^readers {7}\d+ of 23 readers of ASMX read it$/m);
    expect(said).toMatch(/^ {14}not xml2js, xml-js, .* over soap11: no key soap:Envelope$/m);
    expect(said).toMatch(/^ {14}not .*none\.cjs: exit code 7$/m);
  });
});

describe('listen -- COMMAND', () => {
  const client = `
    const [url, path] = process.argv.slice(2);
    const ask = new URLSearchParams({ ServiceTicket: 'ticket-of-client', PacketId: 'P000001' });
    fetch(url + '/live/postsms.asmx/ReportSingleShotSms?' + ask).then(async (reply) => {
      const body = 'ServiceTicket=ticket-of-client&Originator=O&GsmNumber=905000000001&Message=m&KeyID=k&PostType=1&BeginTime=&MessageType=1&RecipientType=1';
      const sent = await fetch(url + '/live/postsms.asmx/SingleShotSmsWithTypeAndKeyID?' + body);
      console.log('sent for ticket-of-client \\x1b[2J' + 'x'.repeat(300_000));
      if (!(await sent.text()).startsWith('<?xml')) throw new Error('no declaration for ticket-of-client');
    });`;

  const start = ['--', process.execPath, 'client.cjs', '{url}'];
  const listen = (folder: string, then: string) => {
    const flags = ['--port', '0', '--namespace', namespace, '--no-allure'];
    return inProcess(['listen', ...flags, '--like', asmx, '--then', then, ...start], {}, { folder });
  };

  it('judges the calls of the client, with OLD and with NEW', async () => {
    const { said } = await listen(folderWith({ 'client.cjs': client }), asmx);
    expect(said).toMatch(/^note {10}client: it prints "sent for \*\*\* /m);
    expect(said).toMatch(/^note {10}your client works with OLD and with NEW$/m);
    expect(said).toMatch(/^exchanges {5}2 planned/m);
  });

  it('names the property of NEW that breaks the client, and keeps what it printed, masked and bounded, until the next run', async () => {
    const folder = folderWith({ 'client.cjs': client });
    const { code, said } = await listen(folder, rewrite);
    expect(code).toBe(1);
    expect(said).toMatch(/^your client works with OLD and fails with NEW: declaration \(exit code 1, .*\)$/m);
    expect(said).toMatch(/^note {10}client with declaration of NEW: exit code 1/m);
    expect(said).not.toContain('ticket-of-client');
    expect(said).toMatch(/^client {8}\S+client-output\.txt$/m);
    const reports = join(folder, 'reports');
    expect(resultsIn(reports).notes).toContain('client-output.txt has what the client printed');
    const file = join(reports, 'client-output.txt');
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(
      /^# client: it prints .*\n\nsent for \*\*\* \\u\{1B\}\[2Jx{9,}…\n\n# client with all of NEW: exit/,
    );
    expect(text).toContain('Error: no declaration for ***\n');
    expect(text).not.toContain('ticket-of-client');
    expect(text.length).toBeLessThan(110_000 * (text.match(/^# /gm)?.length ?? 0));
    await inProcess(['run', ...FEW, '--no-allure', '--report-dir', reports]);
    expect(existsSync(file)).toBe(false);
  });

  it('ends a client that makes no request any more, and takes that for its failure', async () => {
    const hanging =
      'setInterval(() => {}, 1000); fetch(process.argv[2] + "/live/postsms.asmx/ReportSingleShotSms?ServiceTicket=t&PacketId=P1")';
    const folder = folderWith({ 'client.cjs': hanging });
    const flags = ['--port', '0', '--no-allure', '--report-dir', join(folder, 'reports'), '--idle', '2'];
    const { code, said } = await inProcess(['listen', ...flags, ...start], {}, { folder });
    expect(code).toBe(1);
    expect(said).toContain('your client failed: it made no request for 2 s');
  });

  it('needs an old gateway and a client to try a new one', async () => {
    const { code, said } = await inProcess(['listen', '--port', '0', '--then', rewrite]);
    expect([code, said]).toEqual([
      2,
      expect.stringContaining('name the old gateway with --like, and the client'),
    ]);
  });

  it('fails where no call came, with what the client said', async () => {
    const flags = ['--port', '0', '--no-allure', '--report-dir', newFolder()];
    const { code, said } = await inProcess([
      'listen',
      ...flags,
      '--',
      process.execPath,
      '-e',
      'process.exit(3)',
    ]);
    expect([code, said]).toEqual([4, expect.stringMatching(/no call came to \S+; the client: exit code 3/)]);
  });
});
