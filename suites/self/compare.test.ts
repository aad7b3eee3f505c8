import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Deviation } from '../../lib/reference/seams.ts';
import { counted } from '../../lib/text/counted.ts';
import { remembered } from '../../lib/text/remembered.ts';
import { fitsSchema } from '../../lib/yaml/schema.ts';
import { judgeInMemory, PROOF_NAMESPACE, recordTo } from '../proof/lab.ts';
import { subjects } from '../proof/subject.ts';
import { planOf } from '../support/report.ts';
import { type CommandEnd, folderWith, inProcess, newFolder } from './command.ts';
import { namespace, withFront, withReference } from './endpoints.ts';

interface OddReply {
  readonly headers: { readonly name: string; readonly value: string }[];
  readonly content: { text: string; size: number };
}

/** An entry of a recording of ours. */
interface CanonicalEntry {
  readonly _exchange: string;
  readonly _step: number;
  readonly response: OddReply;
}

describe('compare', () => {
  const compare = (old: string, now: string, folder: string, ...flags: readonly string[]) =>
    inProcess(['compare', old, now, '--report-dir', folder, ...flags]);
  /** Flags of a comparison that runs a target, and of one that has it send a packet and report on it. */
  const canonical = ['--namespace', namespace, '--case', '*/canonical'];
  const reports = ['--namespace', namespace, '--case', 'ReportSmsWithPacketId/canonical'];
  /** Uses a service, and another whose replies have another status. */
  const withBoth = (use: (old: string, other: string) => Promise<void>) =>
    withReference([], (old) => withReference(['status-201'], (other) => use(old.baseUrl, other.baseUrl)));

  /** Holds the reports of the first comparison of both, with the recordings in `old` and `new`. */
  const folder = newFolder();
  const [old, now] = [join(folder, 'old'), join(folder, 'new')];
  const text = (name: string) => readFileSync(join(folder, name), 'utf8');
  let first: CommandEnd;
  let written: string;
  beforeAll(async () => {
    const write = ['--write-accepted', join(folder, 'accepted.yaml')];
    await withBoth(async (old, other) => {
      first = await compare(old, other, folder, ...canonical, ...write);
    });
    written = text('accepted.yaml');
  });

  it('ends with 0 where the replies are the same, and says what was compared', async () => {
    await withBoth(async (old) => {
      const { code, said } = await compare(old, old, newFolder(), ...reports, '--twice');
      expect([code, said]).toEqual([0, expect.stringContaining('outcome       same')]);
      expect(said).toContain('8 replies: 8 the same');
    });
  });

  it('keeps its files small where each reply has other elements and headers, and loses no kind of difference', async () => {
    const { log } = JSON.parse(readFileSync(join(old, 'recording.har'), 'utf8')) as {
      readonly log: { readonly entries: readonly { readonly response: OddReply }[] };
    };
    for (const [entry, { response }] of log.entries.entries()) {
      const odd = Array.from({ length: 300 }, (_, index) => `Odd${entry < 12 ? '' : entry}x${index}`);
      response.headers.push(...odd.map((name) => ({ name, value: `said ${entry}` })));
      response.headers.push({ name: 'X-Last', value: String(entry) });
      response.headers.unshift({ name: `X-${'long-'.repeat(1_000)}`, value: String(entry) });
      const more = odd
        .slice(0, 20)
        .map((name) => `<${name}>${'long '.repeat(30)}</${name}>`)
        .join('');
      response.content.text = response.content.text.replace('<DeliveryResults>', `${more}<DeliveryResults>`);
      response.content.size = Buffer.byteLength(response.content.text);
    }
    const odd = join(newFolder(), 'odd.har');
    writeFileSync(odd, JSON.stringify({ log }));
    const written = newFolder();
    const { code, said } = await compare(join(old, 'recording.har'), odd, written);
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/^outcome {7}differs: \d+ differences? of meaning$/m),
    ]);
    expect(said).toMatch(/^left out {6}further values are one difference of each field: other fields$/m);
    expect(said).toMatch(/^ {14}messages of \d+ differences: the recordings have them$/m);
    expect(said.length).toBeLessThan(30_000);
    const size = (name: string) => statSync(join(written, name)).size;
    expect(size('compare.html')).toBeLessThan(3_000_000);
    expect(size('compare.json')).toBeLessThan(20_000_000);
    expect(size('compare.md')).toBeLessThan(1_048_576);
    const page = readFileSync(join(written, 'compare.html'), 'utf8');
    expect(page).toMatch(/There is no room for \d+ more examples: compare\.json has them/);
    const rows = [...page.matchAll(/<(details|div) class="item"/g)].map(([, element]) => element);
    // Those without room for examples cannot be opened.
    expect([rows.includes('div'), rows.filter((element) => element !== 'div').length > 10]).toEqual([
      true,
      true,
    ]);
    const comparison = JSON.parse(readFileSync(join(written, 'compare.json'), 'utf8')) as {
      readonly differences: readonly { readonly kind: string; readonly field: string }[];
    };
    expect(fitsSchema('compare', comparison)).toBe(true);
    expect(Math.max(...comparison.differences.map(({ field }) => field.length))).toBe(1_000);
    const kinds = new Set(comparison.differences.map(({ kind, field }) => `${kind} ${field}`));
    for (const kind of ['meaning other elements', 'surface more headers', 'surface other fields'])
      expect(kinds).toContain(kind);
  });

  it('names the exchanges whose later steps no side could be sent', async () => {
    await withReference(['packetid-twice'], async ({ baseUrl }) => {
      const reportDir = newFolder();
      // A blocked exchange of a lower level is a warning.
      const both = ['--namespace', namespace, '--case', 'ReportSmsWithPacketId/{canonical,ten-numbers}'];
      const { code, said } = await compare(baseUrl, baseUrl, reportDir, ...both);
      const why = 'ReportSmsWithPacketId/canonical/soap11: step 2 was not sent: ';
      expect([code, said]).toEqual([
        0,
        expect.stringContaining(`not made      later steps of 8 exchanges, on both sides: ${why}`),
      ]);
      const json = JSON.parse(readFileSync(join(reportDir, 'compare.json'), 'utf8'));
      expect([fitsSchema('compare', json), json.blocked.length]).toEqual([true, 8]);
    });
  });

  it('leaves out an unstable reply with all that follows from it', async () => {
    const fails = (socket: Socket, number: number, handOn: () => void) =>
      number === 3 ? socket.end('HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n') : handOn();
    await withReference([], ({ baseUrl: stable }) =>
      withFront(fails, async ({ baseUrl: flaky }) => {
        const flags = ['--twice', '--strict', '--concurrency', '1'];
        const { code, said } = await compare(flaky, stable, newFolder(), ...reports, ...flags);
        expect([code, said]).toEqual([
          0,
          expect.stringMatching(/^unstable .*\n {14}reply {2}absent -> 200 .*\nold/),
        ]);
        expect(said).not.toMatch(/only (?:new|old)|newly (?:held|broken)/);
      }),
    );
  });

  const planned = remembered((pattern) => planOf({ namespace: PROOF_NAMESPACE, case: [pattern] }));
  const recorded = async (judged: Parameters<typeof recordTo>[1]) => {
    const file = join(newFolder(), 'recording.har');
    await recordTo(file, judged);
    return file;
  };
  /** Records a service with these defects or twins, without a run. */
  const recordingOf = async (ids: readonly string[], pattern = '*/canonical') => {
    const { exchanges, declarations } = planned(pattern);
    const deviations = subjects.filter(({ id }) => ids.includes(id));
    return recorded(await judgeInMemory(deviations, exchanges, declarations));
  };
  const differencesOf = async (before: readonly string[], after: readonly string[]) =>
    (await compare(await recordingOf(before), await recordingOf(after), newFolder())).said;

  it('tells a list that is nil from an empty one', async () => {
    expect(await differencesOf(['no-delivery-results'], ['no-delivery-results', 'list-nil'])).toContain(
      'DeliveryResults  none -> nil  in 24 replies',
    );
  });

  it('tells times that are off the clock', async () => {
    expect(await differencesOf([], ['report-dates-in-local-time'])).toContain(
      'SendDate  yyyy-MM-ddTHH:mm:ss -> yyyy-MM-ddTHH:mm:ss, 3 h ahead of UTC  in 8 replies',
    );
  });

  it('tells times of another zone, though a time of the old side is an hour off', async () => {
    const { exchanges, declarations } = planned('*/canonical');
    const writing = async (hoursOf: (reply: number) => number) => {
      let replies = 0;
      const result: Deviation['result'] = (packet) => {
        const moved = hoursOf(replies++) * 3_600_000;
        const written = (time: string) => new Date(Date.parse(`${time}Z`) + moved).toISOString().slice(0, 19);
        const deliveries = packet.deliveries.map(({ SendDate, DeliveryTime, ...each }) => {
          return { ...each, SendDate: written(SendDate), DeliveryTime: written(DeliveryTime) };
        });
        return { ...packet, deliveries };
      };
      return recorded(await judgeInMemory([{ result }], exchanges, declarations));
    };
    const old = await writing((reply) => (reply === 5 ? 1 : 0));
    const { said } = await compare(old, await writing(() => 3), newFolder());
    const zones = 'SendDate  yyyy-MM-ddTHH:mm:ss -> yyyy-MM-ddTHH:mm:ss, 3 h ahead of UTC';
    expect(said).toContain(`${zones}  in 24 replies`);
    const again = await compare(old, await writing((reply) => (reply === 9 ? 1 : 0)), newFolder());
    expect([again.code, again.said]).toEqual([0, expect.stringMatching(/^outcome {7}same$/m)]);
  });

  it('compares delivery results that both sides name otherwise', async () => {
    const renamed = 'list-item-renamed';
    expect(await differencesOf([renamed], [renamed, 'delivery-time-unset'])).toContain(
      'DeliveryTime  yyyy-MM-ddTHH:mm:ss -> 0001-01-01T00:00:00  in ',
    );
  });

  it('tells another order of delivery results whose numbers are written otherwise', async () => {
    const written = 'numbers-with-plus';
    expect(await differencesOf([written], [written, 'bulk-reorders'])).toContain(
      'order of delivery results  as sent -> another  in ',
    );
  });

  it('tells a date that stands for none', async () => {
    expect(await differencesOf([], ['delivery-time-unset'])).toContain(
      'DeliveryTime  yyyy-MM-ddTHH:mm:ss -> 0001-01-01T00:00:00  in ',
    );
  });

  it('accepts in a later run a time of the run that no clock has', async () => {
    const { exchanges, declarations } = planned('*/canonical');
    const writing = async (seconds: number) => {
      const written = (time: string) => {
        const later = new Date(Date.parse(`${time}Z`) + seconds * 1_000).toISOString();
        return later.replace(/^(\d+)-(\d+)-(\d+)T\d+:\d+:(\d+).*/, '$3.$2.$1 25:$4');
      };
      const result: Deviation['result'] = (packet) => ({
        ...packet,
        deliveries: packet.deliveries.map((each) => ({ ...each, SendDate: written(each.SendDate) })),
      });
      return recorded(await judgeInMemory([{ result }], exchanges, declarations));
    };
    const file = join(newFolder(), 'accepted.yaml');
    const before = await recordingOf([]);
    const { said } = await compare(before, await writing(0), newFolder(), '--write-accepted', file);
    expect(said).toContain('SendDate  yyyy-MM-ddTHH:mm:ss -> impossible dd.MM.yyyy HH:mm  in 24 replies');
    const again = await compare(before, await writing(61), newFolder(), '--accepted', file);
    expect([again.code, again.said]).toEqual([0, expect.stringContaining('outcome       same but for ')]);
  });

  it('accepts in a later run texts that the new side makes anew, and finds none against itself', async () => {
    const { exchanges, declarations } = planned('*/canonical');
    const generating = async (first: number) => {
      let made = first;
      const result: Deviation['result'] = (packet) => ({
        ...packet,
        deliveries: packet.deliveries.map((each) => ({ ...each, KeyID: `K${made++}` })),
      });
      return recorded(await judgeInMemory([{ result }], exchanges, declarations));
    };
    const file = join(newFolder(), 'accepted.yaml');
    const [before, after] = [await recordingOf([]), await generating(1)];
    const { said } = await compare(before, after, newFolder(), '--write-accepted', file);
    expect(said).toMatch(/^outcome {7}differs: 2 differences of meaning$/m);
    const again = await compare(before, await generating(201), newFolder(), '--accepted', file);
    expect([again.code, again.said]).toEqual([0, expect.stringContaining('outcome       same but for 2 ')]);
    expect((await compare(after, after, newFolder())).code).toBe(0);
  });

  it('tells the order of two times', async () => {
    expect(await differencesOf([], ['delivery-time-in-utc'])).toContain(
      'order of times  no delivery before sending -> delivery before sending  in ',
    );
  });

  it('tells a packet that several sends got, and values of other requests as what follows from that', async () => {
    const said = await differencesOf([], ['packet-id-constant']);
    expect(said).toContain('PacketID  packet 1 -> a packet of several exchanges  in 24 replies');
    expect(said).toMatch(
      /\n {16}with \d+ further differences: GsmNumber, DeliveryResults, DeliveredMessage and \d+ more\n/,
    );
  });

  it('tells a difference of meaning once, with its replies, in every report', () => {
    expect([first.code, first.said]).toEqual([
      1,
      expect.stringMatching(
        /^meaning {7}status {2}200 -> 201 {2}in \d+ replies \(4 operations, 4 bindings\)$/m,
      ),
    ]);
    const json = JSON.parse(text('compare.json'));
    expect(fitsSchema('compare', json)).toBe(true);
    expect(json).toMatchObject({ schemaVersion: 1, outcome: 'differs', exitCode: 1 });
    expect(json.newlyBroken.map(({ id }: { id: string }) => id)).toContain(
      'operations.single-shot-sms-with-type-and-key-id.kind',
    );
    expect(text('compare.html')).toContain('new<pre>HTTP/1.1 <mark>201 Created</mark>\n');
    expect(text('compare.html')).toMatch(
      /Differences of meaning <small class="soft">1<.*[\s\S]*<b>status<\/b><span>200<\/span><span>201<\/span><span>\d+ replies <span class="soft">\(all bindings; 4 operations\)/,
    );
    expect(text('compare.html').split('<b>status</b>')).toHaveLength(2);
    expect(text('compare.html')).not.toContain('status  200 -&gt; 201');
    expect(text('compare.html')).not.toMatch(/Date: [^<]*<mark>/);
    expect(json.cells).toHaveLength(16);
    expect(json.cells[0]).toMatchObject({ meaning: json.cells[0].compared, surface: 0 });
    expect(text('compare.html')).toMatch(/to the old side<pre>curl [\s\S]+?to the new side<pre>curl /);
    expect(text('compare.md')).toContain('| meaning | `status` | `200` | `201` |');
    expect(text('compare.xml')).toContain('<failure type="meaning" message="status  200 -&gt; 201');
  });

  it('accepts what a file lists until its day, and overwrites no such file', async () => {
    const [again, file] = [newFolder(), join(folder, 'accepted.yaml')];
    expect(written).toContain('field: status');
    const twice = await compare(old, now, again, '--write-accepted', file);
    expect([twice.code, twice.said]).toEqual([2, expect.stringContaining(`add --accepted ${file}`)]);
    for (const [listed, exitCode, ...told] of [
      [
        written,
        0,
        'accepted      status  200 -> 201',
        `NO REASON     is given yet at ${file}:3\n`,
        'outcome       same but for 1 accepted difference, 1 without a reason\n',
      ],
      [written.replace('TODO: ', ''), 0, 'outcome       same but for 1 accepted difference\n'],
      [written.replace('field: status', 'field: state'), 1, 'UNUSED        state  200 -> 201'],
      [
        written.replace(/expires: .*/, 'expires: 2020-01-01'),
        1,
        'EXPIRED       status  200 -> 201 on 2020-01-01',
      ],
      [written.replace('kind: meaning', 'kind: meanings'), 2, 'accepted.yaml:3:'],
      [
        written.replace(/expires: .*/, 'expires: 2027-02-29'),
        2,
        'accepted.yaml:8:14: "2027-02-29" is not a day',
      ],
    ] as const) {
      writeFileSync(file, listed);
      const { code, said } = await compare(old, now, again, '--accepted', file);
      for (const text of told) expect([code, said]).toEqual([exitCode, expect.stringContaining(text)]);
    }
  });

  it('tells in every report what the file accepts, what it no longer may, and until when', async () => {
    const again = newFolder();
    const file = join(again, 'accepted.yaml');
    const outdated = written.replace(/expires: .*/, 'expires: 2020-01-01');
    const unseen = written.replace('field: status', 'field: state').replace(/^.*\n.*\n/, '');
    for (const [listed, told, element, heading] of [
      [
        written,
        `200 -> 201 in 24 replies, until ${/expires: (.*)/.exec(written)?.[1]}: TODO: why this is accepted; ${file}:3`,
        '<skipped message="accepted: status  ',
        'The replies are the same but for 1 accepted difference, 1 without a reason</h1>',
      ],
      [
        outdated + unseen,
        `200 -> 201 on 2020-01-01; fix it, or set a new last day in ${file}:3`,
        '<failure type="expired" message="EXPIRED: status  ',
        'The replies differ</h1>',
      ],
      [
        outdated + unseen,
        `200 -> 201 was not seen; remove ${file}:9`,
        '<failure type="unused" message="UNUSED: state  ',
        'The replies differ</h1>',
      ],
    ] as const) {
      writeFileSync(file, listed);
      expect((await compare(old, now, again, '--accepted', file)).said).toContain(told);
      const report = (name: string) => readFileSync(join(again, name), 'utf8');
      const escaped = told.replace('>', '&gt;');
      expect(report('compare.html')).toContain(escaped);
      expect(report('compare.html')).toContain(heading);
      expect(report('compare.md')).toContain(told);
      expect(report('compare.xml')).toContain(`${element}${escaped}"`);
    }
  });

  it.each([
    ['another reply', 'send-bulk-sms-refused-over-soap11', 1],
    ['a packet that cannot be read', 'packetid-twice', 2],
  ])(
    'accepts with %s that the steps behind it were made on one side alone',
    async (_, defect, differences) => {
      const file = join(newFolder(), 'accepted.yaml');
      const chosen = 'ReportSmsWithPacketId/canonical/soap11';
      const before = await recordingOf([], chosen);
      const after = await recordingOf([defect], chosen);
      const { said } = await compare(before, after, newFolder(), '--write-accepted', file);
      expect(said).toContain(
        `differs: ${counted(differences, 'difference')} of meaning, 1 request ran on one side only`,
      );
      const { code, said: again } = await compare(before, after, newFolder(), '--accepted', file);
      const same = `same but for ${counted(differences, 'accepted difference')}`;
      expect([code, again]).toEqual([0, expect.stringContaining(same)]);
      expect(again).not.toContain('only old');
    },
  );

  it.each([
    ['int', '47110$1', 'int', '10000$1'],
    ['int', '47110$1', 'long', '21474837$1'],
    ['int', '47110$1', 'GUID', '3f2504e0-4f89-11d3-9a0c-0305e82c33$1'],
    ['long', '92233720368547757$1', 'string', '92233720368547759$1'],
    ['long', '-21474837$1', 'int', '-21474836$1'],
    ['string', 'P$1', 'int', '47110$1'],
    // Which some packets are by chance.
    ['int', '47110$1', 'digits', '0000$1'],
  ])(
    'tells where clients with packets of the type %s, such as %s, cannot keep %s',
    async (from, packet, to, other) => {
      const folderOf = (to: string) => {
        const file = join(newFolder(), 'recording.har');
        writeFileSync(file, text('old/recording.har').replaceAll(/P0000(\d\d)/g, to));
        return file;
      };
      const [before, after] = [folderOf(packet), folderOf(other)];
      const { said } = await compare(before, after, newFolder());
      const line = /^meaning +type of packets {2}(.*?) {2}/m.exec(said)?.[1];
      const isKept = ['int', 'digits'].includes(to);
      expect(line).toBe(isKept ? undefined : `${from} -> ${to}`);
      expect((await compare(after, after, newFolder())).code).toBe(0);
    },
  );

  it.each<[string, number, (text: string) => string]>([
    ['another reply no step before it', 1, (text) => text.replace(/<PacketID>.*/, 'No.')],
    ['a packet of several sends no step behind it', 2, (text) => text.replace(/(?<=<PacketID>)[^<]+/, 'A1')],
  ])('accepts with %s that one side alone has', async (_, left, changed) => {
    const reportDir = newFolder();
    const recording = JSON.parse(text('old/recording.har')) as {
      readonly log: { readonly entries: readonly CanonicalEntry[] };
    };
    const steps = recording.log.entries.filter(({ _exchange }) => _exchange.startsWith('ReportSms'));
    const written = (name: string, entries: readonly unknown[]) => {
      writeFileSync(join(reportDir, name), JSON.stringify({ log: { ...recording.log, entries } }));
      return join(reportDir, name);
    };
    const exchange = 'ReportSmsWithPacketId/canonical/soap11';
    const isLeft = ({ _exchange, _step }: CanonicalEntry) => _exchange === exchange && _step === left - 1;
    const before = written('old.har', steps);
    const after = written(
      'new.har',
      steps
        .filter((step) => !isLeft(step))
        .map(({ response, ...step }) => {
          const content = { ...response.content, text: changed(response.content.text) };
          return { ...step, response: { ...response, content } };
        }),
    );
    const file = join(reportDir, 'accepted.yaml');
    await compare(before, after, reportDir, '--write-accepted', file);
    const { code, said } = await compare(before, after, reportDir, '--accepted', file);
    expect([code, said]).toEqual([1, expect.stringContaining(`only old      ${exchange} step ${left}\n`)]);
  });

  it.each([
    [
      'with a base URL that has the path of a service',
      '/live/postsms.asmx',
      namespace,
      /--target http:\S+\d\b(?!\/)/,
    ],
    [
      'in a namespace that is not theirs',
      '',
      'http://wrong.example',
      /try --namespace http:\/\/sms\.example\/ns\b/,
    ],
    ['at a path where they are not', '/nowhere', namespace, /check --namespace and the path of the base URL/],
  ])(
    'ends with 4 where two gateways are called %s, and says so in every report',
    async (_, path, uri, hint) => {
      const reportDir = newFolder();
      await withReference([], async ({ baseUrl }) => {
        const url = `${baseUrl}${path}`;
        const { code, said } = await compare(
          url,
          url,
          reportDir,
          '--namespace',
          uri,
          '--case',
          'SendBulkSms/canonical',
        );
        expect([code, said]).toEqual([4, expect.stringMatching(hint)]);
        expect(said).toMatch(/^outcome {7}nothing judged: /m);
      });
      const report = (name: string) => readFileSync(join(reportDir, name), 'utf8');
      const json = JSON.parse(report('compare.json'));
      expect(fitsSchema('compare', json)).toBe(true);
      expect(json).toMatchObject({ outcome: 'nothing judged', exitCode: 4 });
      expect(report('compare.md')).toMatch(/^## ❌ .*: nothing judged: /);
      expect(report('compare.xml')).toContain('type="nothing-judged"');
    },
  );

  it('names the bindings over which no side gave a packet result', async () => {
    const refused = await recordingOf(['send-bulk-sms-refused-over-soap12'], 'SendBulkSms/canonical');
    const { code, said } = await compare(refused, refused, newFolder());
    expect([code, said]).toEqual([0, expect.stringMatching(/^no packet {5}over soap12 from either side/m)]);
  });

  it('tells a conversion of sent values once, so that one entry accepts it', async () => {
    const file = join(newFolder(), 'accepted.yaml');
    const chosen = 'SingleShotSms*/key-id*/soap11/*';
    const before = await recordingOf([], chosen);
    const after = await recordingOf(['key-id-lower-cased'], chosen);
    const { said } = await compare(before, after, newFolder(), '--write-accepted', file);
    const converted = 'as sent -> as sent, but the text was converted to lower case';
    expect(said).toMatch(new RegExp(`^meaning {7}KeyID {2}${converted} {2}in \\d+ replies .*\nold `, 'm'));
    expect((await compare(before, after, newFolder(), '--accepted', file)).code).toBe(0);
  });

  it('tells once that sent texts are others from a character on, and tells two such texts apart', async () => {
    const chosen = 'SendBulkSms/message-one-part';
    /** Records texts whose character 21 is another. */
    const withOther = async (character: string) => {
      const path = await recordingOf([], chosen);
      const log = readFileSync(path, 'utf8');
      writeFileSync(path, log.replace(/(?<=<DeliveredMessage>[^<&\\]{20})[^<&\\]/g, character));
      return path;
    };
    const [hash, star] = [await withOther('#'), await withOther('*')];
    const meaningOf = async (before: string, after: string) =>
      (await compare(before, after, newFolder())).said.split('\nold ')[0];
    expect(await meaningOf(await recordingOf([], chosen), star)).toMatch(
      /^meaning {7}DeliveredMessage {2}as sent -> as sent, but another text from character 21 on {2}in \d+ replies .*$/,
    );
    expect(await meaningOf(hash, star)).toMatch(
      /^meaning {7}DeliveredMessage {2}.{20}#.* -> .{20}\*.* {2}in /,
    );
  });

  it('writes what is not listed yet beside the entries that are, and no expired one again', async () => {
    const again = newFolder();
    const [file, other] = [join(again, 'accepted.yaml'), join(again, 'other.yaml')];
    const [head = '', entry = ''] = written.split(/^(?= {2}- )/m);
    const unseen = entry.replace('field: status', 'field: state');
    const outdated = entry.replace(/expires: .*/, 'expires: 2020-01-01');
    for (const [listed, to, left] of [
      [outdated, file, outdated],
      [unseen, file, unseen + entry],
      [entry, other, entry],
    ] as const) {
      writeFileSync(file, head + listed);
      await compare(old, now, newFolder(), '--accepted', file, '--write-accepted', to);
      expect(readFileSync(to, 'utf8')).toBe(head + left);
      expect(statSync(to).mode & 0o777).toBe(0o644);
    }
  });

  it.each([
    [['--case', 'SendBulkSms/*'], 1, 'compared      4 replies: 0 the same, 4 not\nwould break   1 of 24'],
    [['--binding', 'soap11', '--level', 'must'], 1, 'compared      6 replies'],
    [['--exclude', 'canonical'], 2, '--exclude leaves no exchange to judge'],
    [
      ['--case', 'SendBulkSms/message-turkish'],
      2,
      `message-turkish" matches nothing in the recording ${old} and ${now}\n  nearest: SendBulkSms/`,
    ],
  ])('chooses from recordings by the filters %j', async (filters, exitCode, told) => {
    const { code, said } = await compare(old, now, newFolder(), ...filters);
    expect([code, said]).toEqual([exitCode, expect.stringContaining(told)]);
  });

  it('knows a case that is not declared here by its id', async () => {
    const renamed = join(folder, 'own.har');
    writeFileSync(
      renamed,
      text('old/recording.har').replaceAll('"SendBulkSms/canonical/', '"SendBulkSms/own/'),
    );
    const { code, said } = await compare(renamed, renamed, newFolder(), '--case', 'own');
    expect([code, said]).toEqual([0, expect.stringContaining('4 replies: 4 the same')]);
  });

  it('pairs a run over one binding with the recording of a run over all', async () => {
    await withBoth(async (url) => {
      const { code, said } = await compare(old, url, newFolder(), ...canonical, '--binding', 'soap12');
      expect([code, said]).toEqual([
        0,
        expect.stringMatching(/compared {6}(\d+) replies: \1 the same, 0 not/),
      ]);
      expect(said).not.toContain('only ');
    });
  });

  it('pairs traffic of others with no run, and chooses nothing from it', async () => {
    const foreign = join(folder, 'foreign.har');
    writeFileSync(foreign, text('old/recording.har').replaceAll('"_exchange"', '"_other"'));
    for (const [filters, exitCode, told] of [
      [[], 4, 'compare two runs of this suite, or two recordings of other traffic'],
      [['--case', '*'], 2, `${foreign} is not the recording of a run, so --case cannot choose from it`],
    ] as const) {
      const ended = await compare(old, foreign, newFolder(), ...filters);
      expect([ended.code, ended.said]).toEqual([exitCode, expect.stringContaining(told)]);
    }
  });

  // What else it refuses appears in golden/messages.txt.
  it('refuses a recording in the report folder, which it would empty', async () => {
    const ended = await compare('http://127.0.0.1:9', old, folder, '--namespace', namespace);
    const why = `${old} is in the report folder ${old}, which is emptied for the new reports; add --report-dir`;
    expect([ended.code, ended.said]).toEqual([2, expect.stringContaining(why)]);
    expect(text('old/recording.har')).toContain('"_exchange"');
  });

  it('overwrites its own reports, and no file of others', async () => {
    const again = newFolder();
    expect((await compare(old, old, again)).code).toBe(0);
    expect((await compare(old, old, again)).code).toBe(0);
    for (const name of ['compare.html', 'compare.json', 'compare.md', 'compare.xml']) {
      const others = folderWith({ [name]: '<testsuites/>' });
      const { code, said } = await compare(old, old, others);
      const why = `${others} holds ${name}, which this suite did not write and a comparison would replace`;
      expect([code, said]).toEqual([2, expect.stringContaining(why)]);
      expect(readdirSync(others)).toEqual([name]);
    }
  });
});
