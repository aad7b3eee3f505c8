/** For the golden file of messages: exchanges that end without a verdict about the target's replies. */
import type { Socket } from 'node:net';
import { recordedFinding } from '../../lib/findings/exchange-record.ts';
import { findingLines, sectionsOf } from '../../lib/findings/finding-text.ts';
import { judgeContext } from '../../lib/judge/judge-context.ts';
import type { JudgedExchange } from '../../lib/model/judging/verdict.ts';
import { findDefect } from '../../lib/reference/defects/registry.ts';
import { runExchange } from '../../lib/run/engine/run-exchange.ts';
import { ownText } from '../../lib/secrets/mask.ts';
import { defaultSettings } from '../../lib/settings/run-settings.ts';
import { openSender } from '../../lib/wire/transport/sender.ts';
import { judgeService } from '../proof/lab.ts';
import { declarations, exchanges, withEndpoint } from './endpoints.ts';

const sections = sectionsOf(declarations.register);

interface Peer {
  readonly title: string;
  readonly scheme?: 'https';
  readonly serve: (socket: Socket) => void;
}

const peers: readonly Peer[] = [
  { title: 'a target that never answers', serve: (socket) => socket.resume() },
  {
    title: 'a target that closes the connection',
    serve: (socket) => socket.once('data', () => socket.end()),
  },
  {
    title: 'a target that resets the connection',
    serve: (socket) => socket.once('data', () => socket.resetAndDestroy()),
  },
  { title: 'a target that is a mail server', serve: (socket) => socket.end('220 mail.example ESMTP\r\n') },
  {
    title: 'a target that stops in the middle of the body',
    serve: (socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n<a>')),
  },
  {
    title: 'a target that announces no length that is one',
    serve: (socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n')),
  },
  {
    title: 'https to a port that speaks http',
    scheme: 'https',
    serve: (socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
  },
];

/** What a person reads of each, after its title. */
export async function troubleSamples(): Promise<readonly string[]> {
  const closed = await withEndpoint(
    () => {},
    async ({ baseUrl }) => baseUrl,
  );
  const told = [blockText('a target that is not there', await judgedAt(closed))];
  for (const { title, scheme, serve } of peers) {
    const judged = await withEndpoint(serve, ({ baseUrl }) =>
      judgedAt(scheme === undefined ? baseUrl : baseUrl.replace('http', scheme)),
    );
    told.push(blockText(title, judged));
  }
  const defect = findDefect('send-without-packet-id');
  const report = exchanges.filter(({ id }) => id === 'ReportSmsWithPacketId/canonical/soap11');
  const blocked = await judgeService(defect ? [defect] : [], report, declarations);
  return [
    ...told,
    ...blocked.map((judged) => blockText('a report on a packet that was given no id', judged)),
  ];
}

async function judgedAt(baseUrl: string): Promise<JudgedExchange> {
  const exchange = exchanges.find(({ id }) => id === 'SendBulkSms/canonical/soap11');
  if (!exchange) throw new Error('no such exchange');
  const target = { baseUrl, namespace: defaultSettings.namespace, kind: 'external' } as const;
  const context = await judgeContext(declarations.contract, target, declarations.register);
  const sender = openSender(baseUrl, {
    ...defaultSettings,
    timeout: 300,
  });
  const { judged } = await runExchange(exchange, { kind: 'live', sender }, context);
  await sender.close();
  return judged;
}

function blockText(title: string, { verdict, note, findings }: JudgedExchange): string {
  const lines = findings.flatMap((finding) =>
    findingLines(recordedFinding(finding, undefined, ownText), sections),
  );
  const text = [`## ${title}`, `verdict ${verdict}`, ...(note === undefined ? [] : [note]), ...lines].join(
    '\n',
  );
  // Another in every run.
  return text.replace(/(?<=127\.0\.0\.1:)\d+/g, 'PORT');
}
