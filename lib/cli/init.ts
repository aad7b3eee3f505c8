import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Operation } from '../model/contract.ts';
import { refusal } from '../model/result.ts';
import { builtInDeclarations } from '../run/built-in.ts';
import { askForWsdl, wsdlNamespace } from '../run/target/ask-for-wsdl.ts';
import { isThisMachine, readBaseUrl } from '../settings/target-url.ts';
import { slashed } from '../text/paths.ts';
import { answerTo } from './confirm.ts';
import { type ProjectPlace, projectPlace, schemaFolder } from './project-place.ts';
import { type Ended, type Engine, engines, type Invocation } from './usage.ts';

interface InitFlags {
  readonly ticketVariable?: string;
  readonly ci?: Engine | 'none';
  readonly yes?: true;
}

interface Project {
  /** Base URL; null to judge the embedded reference. */
  readonly target: string | null;
  readonly namespace: string;
  readonly ticketVariable: string;
  readonly engine: Engine | 'none';
}

/** Asks a person; null if the question was left. */
type Ask = (question: string, usual: string) => Promise<string | null>;

const DEFAULT_NAMESPACE = 'http://tempuri.org/';

/** The variable that a run reads by itself. */
const TICKET_VARIABLE = 'POSTSMS_TICKET';

/** The file of each engine; a separate file beside a main file, which may have other jobs already. */
const jobs: Readonly<Record<Engine, readonly [string, ...string[]]>> = {
  github: ['.github/workflows/sms-conformance.yml'],
  gitlab: ['.gitlab-ci.yml', 'sms-conformance.gitlab-ci.yml'],
  jenkins: ['Jenkinsfile', 'sms-conformance.Jenkinsfile'],
  azure: ['azure-pipelines.yml', 'sms-conformance.azure-pipelines.yml'],
};

const IGNORED = 'reports/';

/** Runs `init`, which writes the files that a project needs to judge its endpoint, and overwrites nothing. */
export async function initCommand(invocation: Invocation<InitFlags>): Promise<Ended> {
  const { flags, io } = invocation;
  const isAsked = !flags.yes && io.stdin.isTTY === true && io.stdout.isTTY === true;
  if (!flags.yes && !isAsked) {
    return refusal(2, 'init asks questions, and there is no terminal; add --yes to take flags and defaults');
  }
  const ask: Ask = async (question, usual) => {
    if (!isAsked) return usual;
    const answer = await answerTo(`${question}${usual === '' ? '' : ` [${usual}]`}: `, io);
    return answer === null ? null : answer.trim() || usual;
  };
  const place = projectPlace();
  const project = await projectOf(invocation, ask, place);
  if (typeof project === 'string') return refusal(2, `${project}; nothing was written`);
  const write = (template: string, ...paths: readonly string[]) => {
    const path = paths.find((candidate) => !existsSync(candidate));
    io.stdout.write(
      path === undefined ? `kept     ${paths[0]}, which exists already\n` : `written  ${path}\n`,
    );
    if (path === undefined) return;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, filled(template, dirname(path), project, place), { flag: 'wx' });
  };
  write('conformance.yaml', 'conformance.yaml');
  write('own.yaml', 'sms-cases/own.yaml');
  const { engine } = project;
  if (engine !== 'none') write(engine, ...jobs[engine].map((path) => slashed(join(place.root, path))));
  const before = existsSync('.gitignore') ? readFileSync('.gitignore', 'utf8') : '';
  if (!before.split(/\r?\n/).includes(IGNORED)) {
    const end = before === '' || before.endsWith('\n') ? '' : '\n';
    writeFileSync('.gitignore', `${end}${IGNORED}\n`, { flag: 'a' });
    io.stdout.write(`added    ${IGNORED} to .gitignore\n`);
  }
  for (const line of nextSteps(project, place)) io.stdout.write(`${line}\n`);
  return 0;
}

/** Returns the project that flags and answers describe, or the problem with them. */
async function projectOf(
  { flags, found }: Invocation<InitFlags>,
  ask: Ask,
  place: ProjectPlace,
): Promise<Project | string> {
  const settings = found.value;
  const left = 'init was left';
  const isSaid = (name: 'target' | 'namespace') => settings.origins[name].kind !== 'default';
  const url = isSaid('target')
    ? (settings.target ?? '')
    : await ask('Base URL of the endpoint, or nothing to judge the built-in reference', '');
  if (url === null) return left;
  const { operations } = builtInDeclarations().contract;
  const read = url === '' ? null : readBaseUrl(baseOf(url, operations));
  if (read?.ok === false) return read.why;
  const target = read?.value ?? null;
  let namespace: string | null = isSaid('namespace') ? settings.namespace : DEFAULT_NAMESPACE;
  if (target !== null && !isSaid('namespace')) {
    const outcomes = await askForWsdl(target, settings, operations);
    const [described = namespace] = outcomes.flatMap((outcome) => wsdlNamespace(outcome) ?? []);
    namespace = await ask('XML namespace of the service', described);
  }
  if (namespace === null) return left;
  const ticketVariable =
    flags.ticketVariable ?? (await ask('Variable that holds the ServiceTicket', TICKET_VARIABLE));
  if (ticketVariable === null) return left;
  if (!/^[A-Za-z_]\w*$/.test(ticketVariable))
    return `${JSON.stringify(ticketVariable)} is not the name of a variable`;
  const ci = flags.ci ?? (await ask(`CI engine: ${engines.join(', ')} or none`, engineHere(place)));
  if (ci === null) return left;
  const engine = ([...engines, 'none'] as const).find((known) => known === ci);
  if (engine === undefined) return `${JSON.stringify(ci)} is not one of ${engines.join(', ')} and none`;
  if (engine !== 'none' && !/^[\w./@ -]*$/.test(place.folder))
    return `the folder ${place.folder} cannot stand in a job; name it with letters, digits, -, _ and .`;
  return { target, namespace, ticketVariable, engine };
}

/** Takes the path base of the contract and the `?WSDL` from a URL, as people copy it from a browser. */
function baseOf(url: string, operations: readonly Operation[]): string {
  const bare = url.replace(/\?(?:wsdl|op=\w+)?$/i, '').replace(/\/$/, '');
  const base = operations.find(({ path }) => bare.toLowerCase().endsWith(path.toLowerCase()));
  return base === undefined ? bare : bare.slice(0, -base.path.length);
}

/** Returns the engine whose host the repository comes from, or whose file is at its root. */
function engineHere({ root }: ProjectPlace): Engine | 'none' {
  const config = join(root, '.git/config');
  const git = existsSync(config) ? readFileSync(config, 'utf8') : '';
  return (
    engines.find((engine) => existsSync(join(root, jobs[engine][0])) || git.includes(`${engine}.`)) ?? 'none'
  );
}

/** Fills a template of cases/init with the values of the project. */
function filled(template: string, written: string, project: Project, place: ProjectPlace): string {
  const { target, namespace, ticketVariable } = project;
  const { folder, install, call } = place;
  const shellFolder = folder.includes(' ') ? `"${folder}"` : folder;
  const texts: Readonly<Record<string, string>> = {
    NO_TARGET: target === null ? '# ' : '',
    TARGET: JSON.stringify(target ?? 'http://127.0.0.1:8080/base'),
    NAMESPACE: JSON.stringify(namespace),
    NO_TICKET: ticketVariable === TICKET_VARIABLE ? '# ' : '',
    TICKET: ticketVariable,
    SCHEMA: schemaFolder(written, place),
    CD: folder === '' ? '' : `cd ${shellFolder} && `,
    INSTALL: install,
    CALL: call,
    REPORTS: folder === '' ? 'reports' : `${folder}/reports`,
  };
  const text = readFileSync(new URL(`../../cases/init/${template}.txt`, import.meta.url), 'utf8');
  return text.replace(/@([A-Z_]+)@/g, (all, key: string) => texts[key] ?? all);
}

function nextSteps({ target, ticketVariable }: Project, { call }: ProjectPlace): readonly string[] {
  const isLive = target !== null && !isThisMachine(target);
  const isTicketNeeded = isLive || ticketVariable !== TICKET_VARIABLE;
  const ticket = `Set ${ticketVariable} to the ServiceTicket, here and as a secret of the CI engine.`;
  return [
    '',
    ...(isTicketNeeded ? [ticket] : []),
    ...(isLive ? ['conformance.yaml shows how to allow sends; until then a run is refused.'] : []),
    `Next: ${call} run${isLive ? ' --dry-run' : ''}`,
  ];
}
