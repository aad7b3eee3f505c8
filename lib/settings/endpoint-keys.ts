import { defaultSettings } from '../run/settings.ts';
import { caseFolders } from './case-folders.ts';
import { choice, good, type Kind, path, single, text, texts, truth } from './kinds.ts';
import { namespaceProblem } from './namespace.ts';
import { runId } from './run-id-kind.ts';
import type { SettingKeys } from './setting-key.ts';
import { shard } from './shard-kind.ts';
import { ticket } from './ticket-kind.ts';
import { parameterValues } from './values-kind.ts';

const namespace: Kind<string> = single('<uri>', (given) => {
  const problem = namespaceProblem(given);
  return problem === undefined ? good(given) : { ok: false, why: `${JSON.stringify(given)}: ${problem}` };
});

/** What a run asks: the endpoint, as whom, and for which cases. */
export const endpointKeys: SettingKeys<
  | 'target'
  | 'namespace'
  | 'ticket'
  | 'gate'
  | 'operation'
  | 'binding'
  | 'case'
  | 'tag'
  | 'level'
  | 'cases'
  | 'builtInCases'
  | 'shard'
  | 'runId'
  | 'known'
  | 'values'
> = {
  target: {
    // A name of the file's targets is as good; whoever knows the file checks it.
    kind: text('<url|name>'),
    help: 'base URL of the endpoint, or a name of targets in conformance.yaml; the embedded reference without one',
    initial: defaultSettings.target,
  },
  namespace: { kind: namespace, help: 'XML namespace of the service', initial: defaultSettings.namespace },
  ticket: {
    kind: ticket,
    flag: 'ticket-file',
    flagIsFile: true,
    help: 'the ServiceTicket; the flag takes a file that holds it, or - for standard input',
    initial: defaultSettings.ticket,
    show: () => '***',
  },
  gate: { kind: choice(['must', 'should']), help: 'fail from this level on', initial: defaultSettings.gate },
  operation: { kind: texts('<name>'), help: 'only this operation; may be repeated', initial: [] },
  binding: {
    kind: texts('<id>'),
    help: 'only soap11, soap12, http-get or http-post; may be repeated',
    initial: [],
  },
  case: {
    kind: texts('<pattern>'),
    help: 'only cases or exchanges that match this glob; may be repeated',
    initial: [],
  },
  tag: { kind: texts('<tag>'), help: 'only cases with this tag; may be repeated', initial: [] },
  level: {
    kind: texts('<level>'),
    help: 'only cases of level must, should or gap; may be repeated',
    initial: [],
  },
  cases: {
    kind: caseFolders,
    help: 'folder of case files of your own; may be repeated',
    initial: defaultSettings.cases.folders,
  },
  builtInCases: {
    kind: truth,
    help: 'judge by the built-in cases',
    initial: defaultSettings.cases.builtIn,
  },
  shard: {
    kind: shard,
    help: 'only the i-th of n parts of the plan, on a job of its own; auto/n in an indexed Job of Kubernetes',
    initial: defaultSettings.shard,
    // Jobs share the file, and each has a shard of its own.
    notInFile: true,
    show: (value) => (value === null ? null : `${value.index}/${value.total}`),
  },
  runId: {
    kind: runId,
    help: 'id of the run that a shard is of, the same for all of its shards and no others; only with a shard, and for merge',
    initial: defaultSettings.runId,
    // The next run has another.
    notInFile: true,
  },
  known: {
    kind: path('<file>', 'a file'),
    help: 'file of known failures; known-failures/<name>.yaml beside conformance.yaml for a target of that name',
    initial: null,
  },
  values: {
    kind: parameterValues,
    help: 'what requests say for a parameter whose values the contract leaves open, unless a case is about it; may be repeated',
    initial: [],
  },
};
