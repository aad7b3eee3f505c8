import { readFileSync } from 'node:fs';
import { isLoopback } from '../settings/target-url.ts';

/** The CI engines that a job can be written for. */
export const engines = ['github', 'gitlab', 'jenkins', 'azure'] as const;

export type Engine = (typeof engines)[number];

/** What a new project says of its endpoint and of its CI. */
export interface Project {
  /** Base URL; null to judge the embedded reference. */
  readonly target: string | null;
  readonly namespace: string;
  /** The variable that holds the ServiceTicket. */
  readonly ticketVariable: string;
  readonly engine: Engine | 'none';
  /** How a job installs this package. */
  readonly install: string;
}

/** The variable that a run reads by itself. */
export const TICKET_VARIABLE = 'POSTSMS_TICKET';

const CASES = 'sms-cases';

const SCHEMAS = './node_modules/postsms-conformance/cases/schema';

/** The file of settings: with it, a run without flags judges the endpoint. */
function configurationText({ target, namespace, ticketVariable }: Project): string {
  const endpoint =
    target === null
      ? ['# target: http://127.0.0.1:8080/base', '# namespace: http://tempuri.org/']
      : [`target: ${JSON.stringify(target)}`, `namespace: ${JSON.stringify(namespace)}`];
  const isLive = target !== null && !isLoopback(target);
  const ticket = `ticket: "\${env:${ticketVariable}}"`;
  return [
    `# yaml-language-server: $schema=${SCHEMAS}/config.schema.json`,
    '# Settings of every run; flags and POSTSMS_ variables come before them.',
    '',
    '# The base URL, without /live/postsms.asmx, and the namespace of the WSDL, to the letter.',
    ...(target === null ? ['# Without them, a run judges the reference that is built in.'] : []),
    ...endpoint,
    '',
    '# The ServiceTicket is a secret: it comes from a variable. This machine needs none.',
    ...(ticketVariable === TICKET_VARIABLE ? [`# ${ticket}`] : [ticket]),
    '',
    ...(isLive ? live : []),
    '# `should` fails a run also on what only follows from the contract.',
    'gate: must',
    '',
    '# Your own cases, beside the built-in ones.',
    `cases: [${CASES}]`,
    '',
  ].join('\n');
}

const live = [
  '# Messages of this endpoint reach people and cost money: nothing is sent until you allow it.',
  '# sends: allow',
  '# recipients: ["905000000000", "905000000001"]',
  '# maxMessages: 40',
  '# tag: [smoke]',
  '',
];

/** What is written where; where a file exists, the one of the other name is. */
interface ProjectFile {
  readonly path: string;
  readonly other?: string;
  readonly text: string;
}

export const jobs: Readonly<Record<Engine, Omit<ProjectFile, 'text'> & { readonly template: string }>> = {
  github: { path: '.github/workflows/sms-conformance.yml', template: 'github.yml' },
  gitlab: { path: '.gitlab-ci.yml', other: 'sms-conformance.gitlab-ci.yml', template: 'gitlab.yml' },
  jenkins: { path: 'Jenkinsfile', other: 'sms-conformance.Jenkinsfile', template: 'Jenkinsfile' },
  azure: {
    path: 'azure-pipelines.yml',
    other: 'sms-conformance.azure-pipelines.yml',
    template: 'azure.yml',
  },
};

/** The files of a project. */
export function projectFiles(project: Project): readonly ProjectFile[] {
  const { engine, ticketVariable, install } = project;
  const written = ({ template, ...file }: (typeof jobs)[Engine]) => ({
    ...file,
    text: templateText(template).replaceAll('@TICKET@', ticketVariable).replaceAll('@INSTALL@', install),
  });
  return [
    { path: 'conformance.yaml', text: configurationText(project) },
    { path: `${CASES}/own.yaml`, text: templateText('own.yaml') },
    ...(engine === 'none' ? [] : [written(jobs[engine])]),
  ];
}

/** A file of cases/init; it is no case file, so it has another ending. */
function templateText(name: string): string {
  return readFileSync(new URL(`../../cases/init/${name}.txt`, import.meta.url), 'utf8');
}

/** The lines of .gitignore. */
export const ignored = ['reports/'];
