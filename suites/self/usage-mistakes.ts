/** For the golden file of messages: what a person can get wrong on the command line; lib/settings has the settings. */
import { inProcess } from './command.ts';

/** Not loopback, and not reachable: nothing is ever sent to it. It alone needs a ticket. */
const HOST = 'gateway.example';
const LIVE = `run --target http://${HOST} --namespace http://sms.example/ns`;
const SENDING = '--sends allow --case SendBulkSms/canonical --recipients 905001112233,905001112244';

/** Commands by what is wrong with them, as they are typed. */
export const usageMistakes: Readonly<Record<string, string>> = {
  'a command that there is not': 'rnu',
  'an option that there is not': 'run --timout 3',
  'a word too many': 'run extra',
  'an option without its value': 'run --case',
  'a case that there is not': 'run --case canonicle',
  'an operation that there is not': 'run --operation SendBulkSm',
  'a binding that there is not': 'run --binding soap13',
  'a tag that there is not': 'run --tag smoek',
  'a level that there is not': 'run --level may',
  'filters that exclude each other': "run --case 'ReportSmsWithPacketId/*' --operation SendBulkSms",
  'a path base that there is not': 'wsdl --path-base /liv',
  'an exclusion that matches nothing': 'run --exclude canonicle',
  'an exclusion of everything': "run --exclude '**'",
  'probes alone that are not sent': "run --case '*/probe-twice'",
  'no cases at all': 'run --no-built-in-cases',
  'no cases at all in a dry run': 'run --dry-run --no-built-in-cases',
  'no cases at all to list': 'list --no-built-in-cases',
  'a ticket as an argument': 'run --ticket S3CRET',
  'a live target without permission': LIVE,
  'a live target without recipients': `${LIVE} --sends allow --case SendBulkSms/canonical`,
  'a live target without a budget': `${LIVE} ${SENDING}`,
  'a live target with too small a budget': `${LIVE} ${SENDING} --max-messages 7`,
  'a live target and nobody to ask': `${LIVE} ${SENDING} --max-messages 8`,
  'known failures that are not there': 'run --known nowhere.yaml',
  'known failures to write into no file': 'run --write-known',
  'known failures of a dry run': 'run --dry-run --write-known --known nowhere.yaml',
  'pins of a dry run': 'run --dry-run --write-pins p.yaml',
  'pins at every save': 'run --watch --write-pins p.yaml',
  'pins in no case file': 'run --write-pins pins',
  'pins over a file that is there': 'run --write-pins cases/contract.yaml',
  'pins below a file': 'run --write-pins package.json/p.yaml',
  'pins of a shard': 'run --shard 1/2 --write-pins p.yaml',
  'a live target to ask at every save': `${LIVE} --watch --case SendBulkSms/canonical`,
  'a tunnel to a live target at every save': `run --watch --target http://127.0.0.1:9 --namespace urn:n ${SENDING} --yes`,
  'a dry run at every save': 'run --watch --dry-run',
  'nothing to run at every save': 'run --watch --case nonsense',
  'a shard at every save': 'run --watch --shard 1/2',
  'a report folder below a file': 'run --report-dir /dev/null/reports',
  'a report folder that is a file': 'run --report-dir package.json',
  'a list that there is not': 'list excanges',
  'a request of no exchange': 'show',
  'a request of an exchange that there is not': 'show SendBulkSms/canonical/soap13',
  'a port out of range': 'serve --port 99999',
  'an address of another machine': 'serve --host 203.0.113.9',
  'a namespace to serve that is none': "serve --namespace 'my service'",
  'one gateway where two are compared': 'compare reports',
  'a file to compare that is no recording': 'compare package.json cases/contract.yaml',
  'a recording to compare that is not there': 'compare http://127.0.0.1:9 nothing.har --namespace urn:n',
  'a recording to compare that is not there, on a drive': 'compare C:\\missing.har cases --namespace urn:n',
  'two recordings that are not there': 'compare suites/slef cases',
  'a gateway to compare of another scheme': 'compare ftp://a.example http://127.0.0.1:9 --namespace urn:n',
  'a folder to compare without a recording': 'compare http://127.0.0.1:9 cases --namespace urn:n',
  'a recording that is run twice': 'compare package.json package.json --twice',
  'accepted differences that do not exist': 'compare a b --accepted none.yaml',
  'a recording that does not exist': 'judge none.har',
  'a file to judge that is no recording': 'judge package.json',
  'a folder to judge without a recording': 'judge cases',
  'nothing to merge': 'merge',
  'folders to merge that are not there': 'merge nowhere cases',
  'a file to merge that is none of results': 'merge package.json',
  'two reports of a merge in one file': 'merge a --reporter tap=x --reporter badge=x',
  'a shard with nothing to run': 'run --case SendBulkSms/canonical/soap11 --shard 2/2',
  'known failures of a shard': 'run --shard 1/2 --write-known --known k.yaml',
  'a defect that there is not': 'serve --defect packetid-cas',
  'a report of no run': 'report --no-open --report-dir /nowhere',
  'an answer without a call': 'listen --answer =500',
  'a call without an answer': 'listen --answer 1',
  'an answer that there is not': 'listen --answer all=teapot',
  'an answer that is misspelt': 'listen --answer 1=falt',
  'an answer to no operation': 'listen --answer SendBulk=500',
  'an answer to the call before the first': 'listen --answer 0=500',
  'answers to calls that end before they begin': 'listen --answer 4-2=500',
  'a call to wait for over no binding': 'listen --require SendBulkSms/soap',
  'a defect to listen with that there is not': 'listen --defect nothing',
  'an allowed host with its port': 'listen --allow-host gateway:8080',
  'a gateway that is no URL': 'listen --forward nowhere',
  'a gateway with a defect': 'listen --forward http://127.0.0.1:1 --defect x',
  'a live gateway without permission': `listen --forward http://${HOST}`,
  'a scenario that is not there': 'listen --scenario nothing.yaml',
  'a scenario that is none': 'listen --scenario lib/cases/mistakes/requirements.yaml',
  'the built-in scenario, misspelt': 'listen --scenario builtin',
  'a scenario of no operation': 'listen --scenario built-in --operation SendBulk',
  'a port to listen on that is none': 'listen --port x',
};

/** The command as typed, its exit code, and all that it says. */
export async function usageText([title, typed]: readonly [title: string, typed: string]): Promise<string> {
  const args = [...typed.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);
  const environment = typed.includes(HOST) ? { POSTSMS_TICKET: 'T-1' } : {};
  const { code, said } = await inProcess(args, environment);
  const set = Object.entries(environment).map(([name, value]) => `${name}=${JSON.stringify(value)} `);
  return [
    `## ${title}`,
    `$ ${set.join('')}postsms-conformance ${typed}`,
    said.trimEnd(),
    `exit code ${code}`,
  ].join('\n');
}
