import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { contract } from '../../lib/cases/testing.ts';
import { findDefect } from '../../lib/defects/index.ts';
import { startReference } from '../../lib/reference/index.ts';
import { command, newFolder } from './command.ts';

const ticket = 'tic&qzt<"\'+%/=ığ ü';
const namespace = 'http://sms.example/ns';

/** Ways to write the ticket, its hard part among them: what is found in none of them is nowhere. */
function writtenForms(): readonly string[] {
  const percent = encodeURIComponent(ticket);
  const form = new URLSearchParams({ t: ticket }).toString().slice(2);
  const xml = ticket.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const bytes = Buffer.from(ticket, 'utf8');
  return [
    ticket,
    percent,
    percent.toLowerCase(),
    form,
    xml,
    xml.replaceAll('"', '&quot;').replaceAll("'", '&apos;'),
    xml.replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
    JSON.stringify(ticket).slice(1, -1),
    JSON.stringify(xml).slice(1, -1),
    bytes.toString('latin1'),
    bytes.toString('base64'),
    bytes.toString('hex'),
    Buffer.from(ticket, 'utf16le').toString('latin1'),
    'tic&qzt',
    'tic%26qzt',
    'tic&amp;qzt',
    'qzt<',
    'qzt%3C',
    'qzt&lt;',
  ];
}

function files(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

/** A text, and what base64 inside it says. */
function layers(text: string): readonly string[] {
  const coded = [...text.matchAll(/[A-Za-z0-9+/_-]{8,}={0,2}/g)];
  return [text, ...coded.map(([one]) => Buffer.from(one, 'base64').toString('utf8'))];
}

it('a ticket that needs escaping everywhere is in no output, report or attachment', {
  timeout: 120_000,
}, async () => {
  const defects = ['packetid-case', 'plus-to-space'].flatMap((id) => findDefect(id) ?? []);
  const reference = await startReference({ contract, namespace, defects });
  const folder = newFolder();
  try {
    const { code, said } = await command(
      [
        ...['run', '--no-html', '--report-dir', folder, '--case', 'canonical', '--case', 'ticket-escaping'],
        ...['--target', reference.baseUrl, '--namespace', namespace],
      ],
      { POSTSMS_TICKET: ticket },
    );
    expect(code).toBe(1);
    const curl = await command(['show', 'SendBulkSms/canonical/http-get', '--curl'], {
      POSTSMS_TICKET: ticket,
    });
    const bytes = await command(['show', 'SendBulkSms/canonical/soap11'], { POSTSMS_TICKET: ticket });
    expect(bytes.said).toContain('<ServiceTicket>***</ServiceTicket>');
    const written = files(folder);
    expect(written.length).toBeGreaterThan(32);
    const forms = writtenForms();
    for (const text of [said, curl.said, bytes.said, ...written.map((path) => readFileSync(path, 'utf8'))]) {
      for (const layer of layers(text)) {
        expect(forms.filter((form) => layer.includes(form))).toEqual([]);
      }
    }
  } finally {
    await reference.close();
  }
});

it('a GUID that a server echoes in other spellings is in no output, report or attachment', {
  timeout: 120_000,
}, async () => {
  const guid = '0F8FAD5B-D9CB-469F-A165-70867728950E';
  const lower = guid.toLowerCase();
  const bare = lower.replaceAll('-', '');
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(500).end(`echo: ${lower} ${bare}`));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const folder = newFolder();
  try {
    const { code, said } = await command(
      [
        ...[
          'run',
          '--no-html',
          '--report-dir',
          folder,
          '--case',
          'canonical',
          '--operation',
          'ReportSingleShotSms',
        ],
        ...['--target', `http://127.0.0.1:${port}`, '--namespace', namespace],
      ],
      { POSTSMS_TICKET: guid },
    );
    expect(code).toBe(1);
    const texts = [said, ...files(folder).map((path) => readFileSync(path, 'utf8'))];
    expect(texts.some((text) => text.includes('echo: *** ***'))).toBe(true);
    for (const layer of texts.flatMap(layers)) {
      const found = layer.toLowerCase();
      expect(
        [lower, bare, lower.slice(0, 18), bare.slice(0, 16)].filter((form) => found.includes(form)),
      ).toEqual([]);
    }
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

it('the forms are found where they are', () => {
  for (const form of writtenForms()) {
    const coded = Buffer.from(`..${form}..`).toString('base64');
    expect(layers(`x ${coded} y`).some((layer) => layer.includes(form))).toBe(true);
  }
});
