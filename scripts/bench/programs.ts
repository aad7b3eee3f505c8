import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';

/**
 * Writes the bare exchanges into a folder, as JavaScript: what it takes to read TypeScript is no traffic.
 * @param folder inside the project, where its packages are found
 * @returns path of the program
 */
export async function writeBareUndici(folder: string): Promise<string> {
  const source = await readFile(new URL('bare-undici.ts', import.meta.url), 'utf8');
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
  });
  const path = join(folder, 'bare-undici.mjs');
  await writeFile(path, outputText);
  return path;
}

/**
 * Writes a project of one test that does nothing, with Vitest's own defaults.
 * @param parent inside the project, where its packages are found
 * @returns the project's folder
 */
export async function writeEmptyTest(parent: string): Promise<string> {
  const folder = join(parent, 'empty');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'vitest.config.ts'), 'export default {};\n');
  await writeFile(
    join(folder, 'empty.test.ts'),
    "import { test } from 'vitest';\n\ntest('nothing', () => {});\n",
  );
  return folder;
}

export interface StockSuite {
  readonly exchanges: number;
  readonly concurrency: number;
  readonly baseUrl: string;
  readonly namespace: string;
  /** Folder for the results of allure-vitest; null without it. */
  readonly allure: string | null;
}

/**
 * Writes the project that somebody would write with Vitest as it comes: one concurrent test per exchange, which sends
 * it with undici and expects a status and a packet; with allure-vitest as it comes too, request and reply attached.
 * @param parent inside the project, where its packages are found
 * @returns the project's folder
 */
export async function writeStockSuite(parent: string, suite: StockSuite): Promise<string> {
  const { exchanges, concurrency, baseUrl, namespace, allure } = suite;
  const folder = join(parent, `stock-${exchanges}${allure === null ? '' : '-allure'}`);
  await mkdir(folder, { recursive: true });
  const reporters = [
    "'dot'",
    ...(allure === null ? [] : [`['allure-vitest/reporter', { resultsDir: ${JSON.stringify(allure)} }]`]),
  ];
  const setup = allure === null ? '' : "setupFiles: ['allure-vitest/setup'], ";
  await writeFile(
    join(folder, 'vitest.config.ts'),
    `export default { test: { ${setup}pool: 'forks', maxConcurrency: ${concurrency}, reporters: [${reporters.join(', ')}] } };\n`,
  );
  const attach =
    allure === null
      ? ''
      : "  await attachment('request', body, 'text/xml');\n  await attachment('response', text, 'text/xml');\n";
  await writeFile(
    join(folder, 'stock.test.ts'),
    `${allure === null ? '' : "import { attachment } from 'allure-js-commons';\n"}import { Pool } from 'undici';
import { describe, expect, test } from 'vitest';

const namespace = ${JSON.stringify(namespace)};
const pool = new Pool(${JSON.stringify(baseUrl)}, { connections: ${concurrency}, pipelining: 1 });
const headers = { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '"' + namespace + '/SendBulkSms"' };

function envelope(message: string): string {
  return '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">' +
    '<soap:Body><SendBulkSms xmlns="' + namespace + '"><ServiceTicket>bench</ServiceTicket><Originator>BENCH</Originator>' +
    '<Message>' + message + '</Message><GsmNumbers><string>905000000000</string><string>905000000001</string></GsmNumbers>' +
    '<BeginTime></BeginTime><EndTime></EndTime></SendBulkSms></soap:Body></soap:Envelope>';
}

async function exchange(index: number): Promise<void> {
  const body = envelope('Message ' + index + ' of many, as long as such a text usually is');
  const reply = await pool.request({ method: 'POST', path: '/liveb/postsms.asmx', headers, body });
  const text = await reply.body.text();
${attach}  expect(reply.statusCode).toBe(200);
  expect(text).toContain('<PacketID>');
}

describe.concurrent('exchanges', () => {
  for (let index = 0; index < ${exchanges}; index += 1) test('exchange ' + index, () => exchange(index));
});
`,
  );
  return folder;
}
