import { defaultSettings } from '../defaults.ts';
import { namespaceProblem } from '../namespace.ts';
import { caseFolders } from '../read/case-folders.ts';
import { choice, good, type Kind, path, single, text, texts, truth } from './kinds.ts';
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
  | 'exclude'
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
    help: 'base URL, or the name of a target in conformance.yaml; by default the embedded reference',
    initial: defaultSettings.target,
  },
  namespace: { kind: namespace, help: 'XML namespace of the service', initial: defaultSettings.namespace },
  ticket: {
    kind: ticket,
    flag: 'ticket-file',
    flagIsFile: true,
    help: 'the ServiceTicket; the flag names a file that holds it (- is standard input)',
    initial: defaultSettings.ticket,
    show: () => '***',
  },
  gate: {
    kind: choice(['must', 'should']),
    help: 'lowest level that fails the run',
    initial: defaultSettings.gate,
  },
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
  exclude: {
    kind: texts('<pattern>'),
    help: 'leave out cases or exchanges that match this glob; may be repeated',
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
    help: 'folder with your own case files; may be repeated',
    initial: defaultSettings.cases.folders,
  },
  builtInCases: {
    kind: truth,
    help: 'run the built-in cases',
    initial: defaultSettings.cases.builtIn,
  },
  shard: {
    kind: shard,
    help: 'run only shard i of n; auto/n takes i from an indexed Job of Kubernetes',
    initial: defaultSettings.shard,
    // Jobs share the file, and each has a shard of its own.
    notInFile: true,
    show: (value) => (value === null ? null : `${value.index}/${value.total}`),
  },
  runId: {
    kind: runId,
    help: 'id shared by all shards of one run; only with --shard, and for merge',
    initial: defaultSettings.runId,
    // The next run has another.
    notInFile: true,
  },
  known: {
    kind: path('<file>', 'a file'),
    help: 'file of known failures; by default known-failures/<target>.yaml beside conformance.yaml',
    initial: null,
  },
  values: {
    kind: parameterValues,
    help: 'value of a parameter whose values the contract leaves open, except in cases about it; may be repeated',
    initial: [],
  },
};
