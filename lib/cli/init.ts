import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { refusal } from '../model/result.ts';
import { builtInDeclarations } from '../run/built-in.ts';
import { askForWsdl, namespaceOf } from '../run/target/ask-for-wsdl.ts';
import { isThisMachine, readBaseUrl } from '../settings/target-url.ts';
import { suiteIdentity } from '../text/suite-identity.ts';
import { answerTo } from './confirm.ts';
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

/** Asks a person, and returns nothing where the question was left. */
type Ask = (question: string, usual: string) => Promise<string | null>;

const DEFAULT_NAMESPACE = 'http://tempuri.org/';

/** The variable that a run reads by itself. */
const TICKET_VARIABLE = 'POSTSMS_TICKET';

/** The file of each engine; one of its own beside a main file, which may have other jobs already. */
const jobs: Readonly<Record<Engine, readonly [string, ...string[]]>> = {
  github: ['.github/workflows/sms-conformance.yml'],
  gitlab: ['.gitlab-ci.yml', 'sms-conformance.gitlab-ci.yml'],
  jenkins: ['Jenkinsfile', 'sms-conformance.Jenkinsfile'],
  azure: ['azure-pipelines.yml', 'sms-conformance.azure-pipelines.yml'],
};

const IGNORED = 'reports/';

/** `init`: writes what a project needs to judge its endpoint, and overwrites nothing. */
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
  const project = await projectOf(invocation, ask);
  if (typeof project === 'string') return refusal(2, `${project}; nothing was written`);
  const write = (template: string, ...paths: readonly string[]) => {
    const path = paths.find((one) => !existsSync(one));
    io.stdout.write(
      path === undefined ? `kept     ${paths[0]}, which exists already\n` : `written  ${path}\n`,
    );
    if (path === undefined) return;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, filled(template, project), { flag: 'wx' });
  };
  write('conformance.yaml', 'conformance.yaml');
  write('own.yaml', 'sms-cases/own.yaml');
  if (project.engine !== 'none') write(project.engine, ...jobs[project.engine]);
  const before = existsSync('.gitignore') ? readFileSync('.gitignore', 'utf8') : '';
  if (!before.split(/\r?\n/).includes(IGNORED)) {
    const end = before === '' || before.endsWith('\n') ? '' : '\n';
    writeFileSync('.gitignore', `${end}${IGNORED}\n`, { flag: 'a' });
    io.stdout.write(`added    ${IGNORED} to .gitignore\n`);
  }
  for (const line of nextSteps(project)) io.stdout.write(`${line}\n`);
  return 0;
}

/** What the flags and the answers say, or why nothing can be made of them. */
async function projectOf({ flags, found }: Invocation<InitFlags>, ask: Ask): Promise<Project | string> {
  const settings = found.value;
  const left = 'init was left';
  const isSaid = (name: 'target' | 'namespace') => settings.origins[name].kind !== 'default';
  const url = isSaid('target')
    ? (settings.target ?? '')
    : await ask('Base URL of the endpoint, or nothing to judge the built-in reference', '');
  if (url === null) return left;
  const read = url === '' ? null : readBaseUrl(url);
  if (read?.ok === false) return read.why;
  const target = read?.value ?? null;
  let namespace: string | null = isSaid('namespace') ? settings.namespace : DEFAULT_NAMESPACE;
  if (target !== null && !isSaid('namespace')) {
    const outcomes = await askForWsdl(target, settings, builtInDeclarations().contract.operations);
    const [described = namespace] = outcomes.flatMap((outcome) => namespaceOf(outcome) ?? []);
    namespace = await ask('XML namespace of the service', described);
  }
  if (namespace === null) return left;
  const ticketVariable =
    flags.ticketVariable ?? (await ask('Variable that holds the ServiceTicket', TICKET_VARIABLE));
  if (ticketVariable === null) return left;
  if (!/^[A-Za-z_]\w*$/.test(ticketVariable))
    return `${JSON.stringify(ticketVariable)} is not the name of a variable`;
  const ci = flags.ci ?? (await ask(`CI engine: ${engines.join(', ')} or none`, engineHere()));
  if (ci === null) return left;
  const engine = ([...engines, 'none'] as const).find((one) => one === ci);
  if (engine === undefined) return `${JSON.stringify(ci)} is not one of ${engines.join(', ')} and none`;
  return { target, namespace, ticketVariable, engine };
}

/** The engine whose host the repository comes from, or whose file is here. */
function engineHere(): Engine | 'none' {
  const git = existsSync('.git/config') ? readFileSync('.git/config', 'utf8') : '';
  return engines.find((one) => existsSync(jobs[one][0]) || git.includes(`${one}.`)) ?? 'none';
}

/** A file of cases/init with what the project says; it is no file of ours, so it has another ending. */
function filled(template: string, { target, namespace, ticketVariable }: Project): string {
  const { name, version } = suiteIdentity();
  const isDependency =
    existsSync('package.json') && readFileSync('package.json', 'utf8').includes(`"${name}"`);
  const texts: Readonly<Record<string, string>> = {
    NO_TARGET: target === null ? '# ' : '',
    TARGET: JSON.stringify(target ?? 'http://127.0.0.1:8080/base'),
    NAMESPACE: JSON.stringify(namespace),
    NO_TICKET: ticketVariable === TICKET_VARIABLE ? '# ' : '',
    TICKET: ticketVariable,
    INSTALL: isDependency ? 'npm ci' : `npm install --no-save ${name}@${version}`,
  };
  const text = readFileSync(new URL(`../../cases/init/${template}.txt`, import.meta.url), 'utf8');
  return text.replace(/@([A-Z_]+)@/g, (all, key: string) => texts[key] ?? all);
}

function nextSteps({ target, ticketVariable }: Project): readonly string[] {
  const isLive = target !== null && !isThisMachine(target);
  const isTicketNeeded = isLive || ticketVariable !== TICKET_VARIABLE;
  const ticket = `Set ${ticketVariable} to the ServiceTicket, here and as a secret of the CI engine.`;
  return [
    '',
    ...(isTicketNeeded ? [ticket] : []),
    ...(isLive ? ['conformance.yaml shows how to allow sends; until then a run is refused.'] : []),
    `Next: npx postsms-conformance run${isLive ? ' --dry-run' : ''}`,
  ];
}
