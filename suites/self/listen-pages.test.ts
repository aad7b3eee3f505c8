import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { startReference } from '../../lib/reference/start.ts';
import { REFERENCE_NAMESPACE } from '../../lib/settings/table.ts';
import { contract } from '../support/cases.ts';
import { hasBrowser, startBrowser } from './browser/testing.ts';
import { inProcess, newFolder, resultsIn } from './command.ts';

const SEND = 'liveb/postsms.asmx/SendBulkSms';
const FIELDS = 'ServiceTicket=T1cket-0001&Originator=O&Message=m&GsmNumbers=905321112233&BeginTime=&EndTime=';
const FORM = 'application/x-www-form-urlencoded';

/** A page that has a browser send in every way that needs no permission of the other origin. */
function attack(url: string): string {
  const fields = [...new URLSearchParams(FIELDS)].map(
    ([name, value]) => `<input name=${name} value="${value}">`,
  );
  const form = `<form method=post action="${url}/${SEND}" target=sent>${fields.join('')}</form>`;
  const noOrigin = `<base target=_self>${form.replace('target=sent', '')}<script>document.forms[0].submit()</script>`;
  return `<!doctype html><title>page</title><iframe name=sent></iframe>${form}
<img src="${url}/${SEND}?${FIELDS}"><link rel=prefetch href="${url}/${SEND}?${FIELDS}">
<iframe sandbox="allow-scripts allow-forms" srcdoc="${noOrigin.replaceAll('"', '&quot;')}"></iframe>
<script>document.forms[0].submit();
const sent = { method: 'POST', mode: 'no-cors', headers: { 'Content-Type': '${FORM}' }, body: '${FIELDS}' };
fetch('${url}/${SEND}', sent); fetch('${url}/${SEND}?${FIELDS}', { mode: 'no-cors' });
fetch('${url}/admin/everything', { method: 'DELETE' }).catch(() => {});
navigator.sendBeacon('${url}/${SEND}', new URLSearchParams('${FIELDS}'));
addEventListener('load', () => setTimeout(() => { document.title = 'done'; }, 500));</script>`;
}

it.skipIf(!hasBrowser())(
  'a web page has nothing forwarded, and a good client beside it is unharmed',
  async () => {
    let reached = 0;
    const count = {
      arrival: () => {
        reached += 1;
        return null;
      },
    } as const;
    const gateway = await startReference({ contract, namespace: REFERENCE_NAMESPACE, deviations: [count] });
    const browser = await startBrowser(['--host-resolver-rules=MAP evil.example 127.0.0.1']);
    let attacked = '';
    const pages = createServer((_, response) =>
      response.setHeader('Content-Type', 'text/html').end(attack(attacked)),
    );
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
    onTestFinished(async () => {
      await browser.close();
      pages.closeAllConnections();
      pages.close();
      await gateway.close();
    });
    const { port } = pages.address() as AddressInfo;
    const statuses: (number | undefined)[] = [];
    const clients = async (url: string) => {
      attacked = url;
      const good = async () => {
        const headers = { 'Content-Type': FORM };
        statuses.push((await fetch(`${url}/${SEND}`, { method: 'POST', headers, body: FIELDS })).status);
      };
      await good();
      const page = await browser.newPage();
      await page.goto(`http://evil.example:${port}/`);
      await page.waitForFunction("document.title === 'done'");
      await good();
      // The name is bound to this machine after its page was loaded.
      const rebound = url.replace('127.0.0.1', 'evil.example');
      statuses.push((await page.goto(`${rebound}/${SEND}?${FIELDS}`))?.status());
      await good();
    };
    const folder = newFolder();
    let begun: Promise<unknown> | undefined;
    const { code, said } = await inProcess(
      [
        'listen',
        '--port',
        '0',
        '--no-allure',
        '--report-dir',
        folder,
        '--forward',
        gateway.baseUrl,
        '--calls',
        '3',
      ],
      {},
      {
        heard: (text) => {
          const url = /^listening on (\S+)/m.exec(text)?.[1];
          if (url) begun ??= clients(url).catch((error: unknown) => error);
        },
      },
    );
    expect(await begun).toBeUndefined();
    expect(statuses).toEqual([200, 200, 403, 200]);
    expect(reached).toBe(3);
    const lines = said.split('\n').filter((line) => /^refused|^\d+ {2}/.test(line));
    expect(lines.filter((line) => !line.startsWith('refused'))).toEqual(
      [1, 2, 3].map((number) => `${number}  SendBulkSms http-post  clean`),
    );
    expect(lines.join('\n')).toContain('refused: sec-fetch-site "cross-site"');
    expect(lines.join('\n')).toContain('refused: origin "null"');
    expect(lines.join('\n')).toContain('refused: host "evil.example:');
    expect(resultsIn(folder).exchanges.map(({ verdict }) => verdict)).toEqual(['passed', 'passed', 'passed']);
    expect(code).toBe(0);
  },
);
