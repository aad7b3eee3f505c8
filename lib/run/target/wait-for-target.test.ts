import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { contract } from '../../../suites/support/cases.ts';
import { defaultSettings } from '../../settings/run-settings.ts';
import { askForWsdl, whyNoAnswer, wsdlNamespace } from './ask-for-wsdl.ts';

const freed = async (server: Server) => new Promise((resolve) => server.close(resolve));

/** Listens on a free port and answers with these statuses in turn, the last one again and again. */
async function answering(...statuses: readonly number[]) {
  const asked: string[] = [];
  const server = createServer(({ method, url }, response) => {
    asked.push(`${method} ${url}`);
    response.writeHead(statuses[Math.min(asked.length, statuses.length) - 1] ?? 200);
    response.end('<a targetNamespace="urn:x"/>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { server, asked, target: `http://127.0.0.1:${port}/base` };
}

const settingsOf = (target: string, wait: number) => ({ ...defaultSettings, target, wait });

it.each([200, 404, 405, 500])(
  'a target that answers with %d answers, and nothing is sent',
  async (status) => {
    const { server, asked, target } = await answering(status);
    expect(await whyNoAnswer(settingsOf(target, 2), contract)).toBeNull();
    expect(asked).toEqual(['GET /base/live/postsms.asmx?WSDL']);
    await freed(server);
  },
);

it('is asked again while nothing listens, or something in front of it answers', async () => {
  const { server, asked, target } = await answering(503, 502, 200);
  expect(await whyNoAnswer(settingsOf(target, 5), contract)).toBeNull();
  expect(asked).toHaveLength(3);
  await freed(server);
});

it('says what came last when the time is over', async () => {
  const { server, target } = await answering(503);
  const why = await whyNoAnswer(settingsOf(target, 1), contract);
  expect(why).toBe(`${target} did not answer within 1 s (--wait): status 503`);
  await freed(server);
  expect(await whyNoAnswer(settingsOf(target, 1), contract)).toMatch(
    /did not answer within 1 s \(--wait\): .*ECONNREFUSED/,
  );
});

it('a description says its namespace', async () => {
  const { server, target } = await answering(200);
  const [first] = await askForWsdl(target, defaultSettings, contract.operations);
  expect(first && wsdlNamespace(first)).toBe('urn:x');
  await freed(server);
  expect(await askForWsdl(target, defaultSettings, contract.operations)).toMatchObject([
    { outcome: { kind: 'failure' } },
    { outcome: { kind: 'failure' } },
    { outcome: { kind: 'failure' } },
  ]);
});
