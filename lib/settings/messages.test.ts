import { expect, it } from 'vitest';
import { inFolder } from '../../suites/support/cases.ts';
import { readRunSettings } from '../run/check-settings.ts';

/* biome-ignore-start lint/suspicious/noTemplateCurlyInString: the references of conformance.yaml */

const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

interface Mistake {
  readonly yaml?: string | readonly string[];
  readonly flags?: Readonly<Record<string, unknown>>;
  readonly environment?: Readonly<Record<string, string>>;
}

const SECRET = 'S3CRET';
const here = { target: 'http://127.0.0.1:1', namespace: 'urn:n' };
const staging = ['target: staging', 'targets:', '  staging:', '    url: https://gateway.example'];

const mistakes: Readonly<Record<string, Mistake>> = {
  'an unknown key, near to one': { yaml: 'concurency: 4' },
  'an unknown key, as near to two': { yaml: 'targtes: {}' },
  'a word that there is not': { yaml: ['gate: shuold', 'binding: [soap13]', 'sends: yes'] },
  'true as text': { yaml: 'insecure: "true"' },
  'a number without country code': { yaml: 'recipients: ["05001112233"]' },
  'a variable that is not set': { yaml: 'namespace: ${env:NOWHERE}' },
  'a variable that is empty': { yaml: 'namespace: ${env:EMPTY}', environment: { EMPTY: '' } },
  'a file that is not there': { yaml: 'namespace: urn:${file:nowhere.txt}' },
  'a reference that is none': { yaml: 'namespace: ${NAME}' },
  'a reference that is not closed': { yaml: 'namespace: ${env:NAME' },
  'a variable that is no proxy, and may be a secret': {
    yaml: 'proxy: ${env:PROXY}',
    environment: { PROXY: 'word-of-a-secret' },
  },
  'a variable that is too short to be masked': {
    yaml: 'values: ["Originator=${env:SENDER_NAME}"]',
    environment: { SENDER_NAME: 'AB' },
  },
  'a variable that is no number': { yaml: 'concurrency: ${env:MANY}', environment: { MANY: 'many' } },
  'a ticket in the file': { yaml: `ticket: ${SECRET}` },
  'a ticket in the file, as a number': { yaml: 'ticket: 3141592653' },
  'a ticket in the file, as a list': { yaml: ['ticket:', `  - ${SECRET}`] },
  'a ticket in the file, partly': { yaml: `ticket: ${SECRET}-\${env:REST}` },
  'a ticket behind a misspelt key': { yaml: `tiket: ${SECRET}` },
  'a ticket in a line that is no YAML': { yaml: [`ticket: "${SECRET}`, 'gate: must'] },
  'a ticket beside a mistake': { yaml: `targets: { a: { url: "", ticket: ${SECRET}, gate: may } }` },
  'a ticket that YAML takes for an alias': { yaml: `ticket: *${SECRET}` },
  'an empty ticket': { flags: { ...here, ticketFile: 'empty.txt' } },
  'a ticket file that is not there': { flags: { ...here, ticketFile: 'nowhere.txt' } },
  'a ticket where its file belongs': { flags: { ...here, ticketFile: SECRET } },
  'a ticket file of many lines': { flags: { ...here, ticketFile: 'lines.txt' } },
  'further tickets in the file': { yaml: `tickets: ${SECRET}` },
  'further tickets in the file, as a list': { yaml: ['tickets:', `  - ${SECRET}`] },
  'no further ticket in their file': { flags: { ...here, ticketsFile: 'empty.txt' } },
  'further tickets where their file belongs': { flags: { ...here, ticketsFile: SECRET } },
  'a further ticket that no XML can carry': { environment: { POSTSMS_TICKETS: `T-2\n${SECRET}\u0001` } },
  'a ticket that no XML can carry': { environment: { POSTSMS_TICKET: `${SECRET}\u0001` } },
  'a header whose value is an argument': { flags: { header: [`X-Api-Key=${SECRET}`] } },
  'a header as curl has it': { flags: { header: [`Authorization: Basic ${SECRET}==`] } },
  'a header whose value is in its variable': { environment: { POSTSMS_HEADERS: `X-Api-Key=${SECRET}` } },
  'a header of a variable that is not set': { flags: { header: ['X-Api-Key=env:NOWHERE'] } },
  'a header of a file that is not there': { flags: { header: ['X-Api-Key=file:nowhere.txt'] } },
  'a header of many lines': { flags: { header: ['X-Api-Key=file:lines.txt'] } },
  'a header of the contract': {
    flags: { header: ['soapaction=env:VALUE'] },
    environment: { VALUE: SECRET },
  },
  'a header of the framing': {
    yaml: ['headers:', '  - Transfer-Encoding=${env:VALUE}'],
    environment: { VALUE: SECRET },
  },
  'a header with a second line': {
    flags: { header: ['X-Api-Key=env:VALUE'] },
    environment: { VALUE: `${SECRET}\r\nHost: other.example` },
  },
  'a header whose name has a second line': {
    flags: { header: ['X-A\r\nHost=env:VALUE'] },
    environment: { VALUE: SECRET },
  },
  'a header beyond ASCII': { flags: { header: ['X-A=env:VALUE'] }, environment: { VALUE: `${SECRET}ş` } },
  'a header that is too short to be masked': {
    flags: { header: ['X-A=file:short.txt'] },
  },
  'a header with a literal value in the file': { yaml: ['headers:', `  - X-Api-Key=${SECRET}`] },
  'headers with a literal value in one line of the file': { yaml: `headers: ["X-Api-Key=${SECRET}"]` },
  'headers as one text of the file': { yaml: `headers: X-Api-Key=${SECRET}` },
  'headers as a mapping': { yaml: ['headers:', `  X-Api-Key: ${SECRET}`] },
  'a header as a mapping': { yaml: ['headers:', `  - X-Api-Key: ${SECRET}`] },
  'a header as HTTP has it, in the file': { yaml: ['headers:', `  - "X-Api-Key: ${SECRET}"`] },
  'headers without a target': { flags: { header: ['X-A=env:VALUE'] }, environment: { VALUE: SECRET } },
  'a path of an operation that there is not': { flags: { path: ['SendBulkSMS=/sms'] } },
  'a path without its operation': { environment: { POSTSMS_PATHS: '/sms' } },
  'a path with a query': { yaml: 'paths: ["SendBulkSms=/sms?x=1"]' },
  'a path that leaves the base URL': { flags: { path: ['SendBulkSms=/sms/../live'] } },
  'a path that leaves the base URL, encoded': { flags: { path: ['SendBulkSms=/%2e%2e/live'] } },
  'a path with a second line': { flags: { path: ['SendBulkSms=/sms\r\nHost: other.example'] } },
  'a path without a slash': { flags: { path: ['SendBulkSms=sms'] } },
  'a path with a slash at its end': { flags: { path: ['SendBulkSms=/sms/'] } },
  'a path of another host': { flags: { path: ['SendBulkSms=//other.example/sms'] } },
  'a path that is the operation of another': {
    flags: { path: ['SendBulkSms=/live/postsms.asmx/reportSingleShotSms'] },
  },
  'a path within another': { flags: { path: ['SendBulkSms=/x/Ecomm/postsms.asmx'] } },
  'a value without its parameter': { flags: { values: [SECRET] } },
  'a ticket among the values': { flags: { values: [`ServiceTicket=${SECRET}`] } },
  'a ticket among the values of the file': { yaml: ['values:', `  - ServiceTicket=${SECRET}`] },
  'a ticket among the values of the file, in one line': {
    yaml: `values: [KeyID=1, "serviceTicket = ${SECRET}"]`,
  },
  'a value that no XML can carry': { flags: { values: ['KeyID=\u0001'] } },
  'a file of settings that is not there': { flags: { config: 'conformance.yml' } },
  'a misspelt variable': { environment: { POSTSMS_TIKCET: SECRET, POSTSMS_WHATEVER: '1' } },
  'wrong flags': {
    flags: {
      ...{ rate: 'fast', concurrency: '257', timeout: '1.5', gate: 'gap', sends: 'alow', case: [''] },
      ...{ recipients: ['905001112233,9050011x'], mask: 'number', reportDir: '' },
      proxy: 'ftp://me:pass@proxy.example',
    },
  },
  'a reporter that there is not': { flags: { reporter: ['junti'] } },
  'a reporter that there is not, in the file': { yaml: ['reporter:', '  - tap', '  - mark=down.md'] },
  'a reporter without the file that it announces': { environment: { POSTSMS_REPORTER: 'tap,junit=' } },
  'a file for a reporter that writes none': { flags: { reporter: ['github=summary.md'] } },
  'paths of Windows in double quotes': {
    yaml: [
      'reportDir: "C:\\new\\table"',
      'ca: "C:\\new.pem"',
      'cases: ["C:\\tests"]',
      'reporter: ["tap=C:\\n"]',
    ],
  },
  'a path of Windows as a target': { flags: { ...here, target: 'C:\\gateway' } },
  'two reports in one file': { flags: { reporter: ['junit=out.xml', 'tap=./out.xml'] } },
  'a report twice': { yaml: 'reporter: [tap, tap]' },
  'a shard that is none': { flags: { shard: '2' } },
  'a shard behind the last': { flags: { shard: '4/3' } },
  'the id of a run that is none': { flags: { runId: 'of today' }, environment: { POSTSMS_SHARD: '1/2' } },
  'the id of a run that is no shard': { flags: { runId: 'nightly' } },
  'wrong variables': {
    environment: { POSTSMS_RATE: 'fast', POSTSMS_INSECURE: 'yes', POSTSMS_PROXY: 'nonsense' },
  },
  'a proxy of other programs that is none': {
    flags: { target: 'https://gateway.example', namespace: 'urn:n' },
    environment: { POSTSMS_TICKET: 't', https_proxy: 'socks5://me:pass@proxy.example:1080' },
  },
  'a password of a proxy as an argument': { flags: { ...here, proxy: `http://me:pass@proxy.example:3128` } },
  'a password of a proxy as an argument, repeated in another': {
    flags: { ...here, proxy: `me:${SECRET}@proxy.example:3128`, gate: SECRET },
  },
  'a password of a proxy in the file': { yaml: 'proxy: http://me:pa:s/s@proxy.example:3128' },
  'a password of a proxy in the file, without a scheme': {
    yaml: [...staging, '    proxy: "${env:NAME}:pass@proxy.example:3128"'],
  },
  'a target that is no URL': { flags: { target: 'gateway.example' } },
  'a target of another scheme': { environment: { POSTSMS_TARGET: 'ftp://gateway.example' } },
  'a target with a password': { yaml: 'target: http://me:pass@gateway.example' },
  'a named target whose URL is none': { yaml: [...staging.slice(0, 3), '    url: gateway.example'] },
  'a target that the file does not name': { yaml: staging, flags: { target: 'stagging' } },
  'a namespace that is none': { yaml: 'namespace: "http://x/a b"' },
  'a folder of cases that is not there': { flags: { cases: ['my-cases'] } },
  'a folder of cases without a case file': { environment: { POSTSMS_CASES: 'full,no-cases' } },
  'a case file in the place of its folder': { yaml: 'cases: [full/cases.yaml]' },
  'a certificate that is not there': { flags: { ca: 'nowhere.pem' } },
  'a certificate that is none': { yaml: 'ca: empty.txt' },
  'a certificate without its key': { flags: { cert: 'cert.pem' } },
  'a key without its certificate': { flags: { key: 'key.pem' } },
  'a target that is empty': { environment: { POSTSMS_TARGET: '' }, yaml: 'target: http://127.0.0.1:1' },
  'a permission to send without a target': { flags: { sends: 'allow' } },
  'waiting for no target': { flags: { wait: '60' } },
  'recipients, a budget and packets without a target': {
    flags: { recipients: ['905001112233'], packetIds: ['P1'] },
    environment: { POSTSMS_MAX_MESSAGES: '8' },
  },
  'the namespace of a gateway without its target': { flags: { namespace: 'urn:n' } },
  'a target without a namespace': { flags: { target: 'http://127.0.0.1:1' } },
  'a target elsewhere without a ticket': { yaml: [...staging, '    namespace: urn:n'] },
};

/* biome-ignore-end lint/suspicious/noTemplateCurlyInString: the references of conformance.yaml */

const files = {
  'full/cases.yaml': '',
  'no-cases/cases.yaml.orig': '',
  'no-cases/.hidden.yaml': '',
  'empty.txt': '\n',
  'short.txt': 'ab\n',
  'lines.txt': `${SECRET}\r\n${SECRET}\n\n`,
  'cert.pem': CERTIFICATE,
  'key.pem': CERTIFICATE.replaceAll('CERTIFICATE', 'PRIVATE KEY'),
};

async function messageOf({ yaml, flags = {}, environment = {} }: Mistake): Promise<string> {
  const text = typeof yaml === 'object' ? `${yaml.join('\n')}\n` : yaml;
  const all = text === undefined ? files : { ...files, 'conformance.yaml': text };
  const read = await inFolder(all, () => readRunSettings({ flags, environment }));
  if (read.ok) throw new Error('read, although it has a mistake');
  expect(read.exitCode).toBe(2);
  return read.message;
}

it('messages about wrong settings are the ones that were reviewed; they name the source and no secret', async () => {
  const told: string[] = [];
  for (const [title, mistake] of Object.entries(mistakes)) {
    const message = await messageOf(mistake);
    expect(message, title).not.toMatch(new RegExp(`${SECRET}|3141592653|pass@|undefined|\\[object|schema`));
    const sources = /--[a-z-]+|[A-Z]+_[A-Z_]+|https_proxy|conformance\.yaml:\d+:\d+: /;
    expect(message, title).toMatch(sources);
    told.push(`## ${title}`, message, '');
  }
  await expect(told.join('\n')).toMatchFileSnapshot('golden/messages.txt');
});
