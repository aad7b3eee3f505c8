/** For the golden file of messages: what a person can get wrong on the command line; lib/settings has the settings. */
import { inProcess } from './command.ts';

export interface UsageMistake {
  readonly title: string;
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

const at = (url: string, ...more: readonly string[]): readonly string[] => [
  ...['run', '--target', url, '--namespace', 'http://sms.example/ns'],
  ...more,
];
const _here = 'http://127.0.0.1:9';
/** Not loopback, and not reachable: nothing is ever sent to it. */
const live = 'http://gateway.example';
const ticket = { POSTSMS_TICKET: 'T-1' };
const two = ['--recipients', '905001112233,905001112244'];
const sending = (...more: readonly string[]) =>
  at(live, '--sends', 'allow', '--case', 'SendBulkSms/canonical', ...more);

export const usageMistakes: readonly UsageMistake[] = [
  { title: 'a command that there is not', args: ['rnu'] },
  { title: 'an option that there is not', args: ['run', '--timout', '3'] },
  { title: 'a word too many', args: ['run', 'extra'] },
  { title: 'an option without its value', args: ['run', '--case'] },
  { title: 'a case that there is not', args: ['run', '--case', 'canonicle'] },
  { title: 'an operation that there is not', args: ['run', '--operation', 'SendBulkSm'] },
  { title: 'a binding that there is not', args: ['run', '--binding', 'soap13'] },
  { title: 'a tag that there is not', args: ['run', '--tag', 'smoek'] },
  { title: 'a level that there is not', args: ['run', '--level', 'may'] },
  {
    title: 'filters that exclude each other',
    args: ['run', '--case', 'ReportSmsWithPacketId/*', '--operation', 'SendBulkSms'],
  },
  { title: 'a path base that there is not', args: ['wsdl', '--path-base', '/liv'] },
  { title: 'an exclusion that matches nothing', args: ['run', '--exclude', 'canonicle'] },
  { title: 'an exclusion of everything', args: ['run', '--exclude', '**'] },
  { title: 'a ticket as an argument', args: ['run', '--ticket', 'S3CRET'] },
  { title: 'a live target without permission', args: at(live), environment: ticket },
  { title: 'a live target without recipients', args: sending(), environment: ticket },
  { title: 'a live target without a budget', args: sending(...two), environment: ticket },
  {
    title: 'a live target with too small a budget',
    args: sending(...two, '--max-messages', '7'),
    environment: ticket,
  },
  {
    title: 'a live target and nobody to ask',
    args: sending(...two, '--max-messages', '8'),
    environment: ticket,
  },
  { title: 'known failures that are not there', args: ['run', '--known', 'nowhere.yaml'] },
  { title: 'known failures to write into no file', args: ['run', '--write-known'] },
  {
    title: 'known failures of a dry run',
    args: ['run', '--dry-run', '--write-known', '--known', 'nowhere.yaml'],
  },
  { title: 'pins of a dry run', args: ['run', '--dry-run', '--write-pins', 'p.yaml'] },
  { title: 'pins at every save', args: ['run', '--watch', '--write-pins', 'p.yaml'] },
  { title: 'pins in no case file', args: ['run', '--write-pins', 'pins'] },
  { title: 'pins over a file that is there', args: ['run', '--write-pins', 'cases/contract.yaml'] },
  { title: 'pins below a file', args: ['run', '--write-pins', 'package.json/p.yaml'] },
  { title: 'pins of a shard', args: ['run', '--shard', '1/2', '--write-pins', 'p.yaml'] },
  {
    title: 'a live target to ask at every save',
    args: at(live, '--watch', '--case', 'SendBulkSms/canonical'),
    environment: ticket,
  },
  { title: 'a dry run at every save', args: ['run', '--watch', '--dry-run'] },
  { title: 'a report folder below a file', args: ['run', '--report-dir', '/dev/null/reports'] },
  { title: 'a report folder that is a file', args: ['run', '--report-dir', 'package.json'] },
  { title: 'a list that there is not', args: ['list', 'excanges'] },
  { title: 'a request of no exchange', args: ['show'] },
  { title: 'a request of an exchange that there is not', args: ['show', 'SendBulkSms/canonical/soap13'] },
  { title: 'a port out of range', args: ['serve', '--port', '99999'] },
  { title: 'an address of another machine', args: ['serve', '--host', '203.0.113.9'] },
  { title: 'a namespace to serve that is none', args: ['serve', '--namespace', 'my service'] },
  { title: 'one gateway where two are compared', args: ['compare', 'reports'] },
  {
    title: 'a file to compare that is no recording',
    args: ['compare', 'package.json', 'cases/contract.yaml'],
  },
  { title: 'a recording that is run twice', args: ['compare', 'package.json', 'package.json', '--twice'] },
  { title: 'accepted differences that do not exist', args: ['compare', 'a', 'b', '--accepted', 'none.yaml'] },
  { title: 'a recording that does not exist', args: ['judge', 'none.har'] },
  { title: 'a file to judge that is no recording', args: ['judge', 'package.json'] },
  { title: 'nothing to merge', args: ['merge'] },
  { title: 'folders to merge that are not there', args: ['merge', 'nowhere', 'cases'] },
  { title: 'a file to merge that is none of results', args: ['merge', 'package.json'] },
  {
    title: 'two reports of a merge in one file',
    args: ['merge', 'a', '--reporter', 'tap=x', '--reporter', 'badge=x'],
  },
  {
    title: 'a shard with nothing to run',
    args: ['run', '--case', 'SendBulkSms/canonical/soap11', '--shard', '2/2'],
  },
  {
    title: 'known failures of a shard',
    args: ['run', '--shard', '1/2', '--write-known', '--known', 'k.yaml'],
  },
  { title: 'a defect that there is not', args: ['serve', '--defect', 'packetid-cas'] },
  { title: 'a report of no run', args: ['report', '--no-open', '--report-dir', '/nowhere'] },
];

/** The command as typed, its exit code, and all that it says. */
export async function usageText({ title, args, environment = {} }: UsageMistake): Promise<string> {
  const { code, said } = await inProcess(args, environment);
  const set = Object.entries(environment).map(([name, value]) => `${name}=${JSON.stringify(value)} `);
  const typed = args.map((arg) => (/^[\w:/.@=,%-]+$/.test(arg) ? arg : `'${arg}'`)).join(' ');
  return [
    `## ${title}`,
    `$ ${set.join('')}postsms-conformance ${typed}`,
    said.trimEnd(),
    `exit code ${code}`,
  ].join('\n');
}
