import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly 'working-directory'?: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: 'composite'; readonly steps: readonly Step[] };
}

type Values = Readonly<Record<string, string>>;

export interface ActionEnd {
  readonly failed: boolean;
  readonly outputs: Values;
  /** Commands and actions that were run, in order. */
  readonly steps: readonly string[];
  /** Files of each artifact, by its name. */
  readonly artifacts: ReadonlyMap<string, readonly string[]>;
  readonly summary: string;
  readonly log: string;
}

/** The state that all jobs share: the folders, and the cache of earlier jobs. */
export interface Runner {
  /** Folder of the action's files. */
  readonly actionPath: string;
  /** Working folder of the job. */
  readonly workspace: string;
  /** Keys that were saved, and the folder of each. */
  readonly cache: Map<string, string>;
}

/**
 * Executes a composite action as the runner of GitHub does: each step with the expressions in it replaced, its outputs
 * from GITHUB_OUTPUT, and no step behind a failed one unless its condition says so. The actions of others are replaced
 * by what they do to this job: setup-node nothing, cache a look into `cache`, upload-artifact the list of its files.
 *
 * @throws Error for another action, an expression that is not known, and an input that the action does not have
 */
export function runAction(runner: Runner, given: Values): ActionEnd {
  const action = parse(readFileSync(join(runner.actionPath, 'action.yml'), 'utf8')) as Action;
  const unknown = Object.keys(given).filter((name) => !(name in action.inputs));
  if (unknown.length > 0) throw new Error(`the action has no input ${unknown.join(', ')}`);
  const inputs = Object.fromEntries(
    Object.entries(action.inputs).map(([name, input]) => [name, given[name] ?? input.default ?? '']),
  );
  const job: Job = { runner, inputs, steps: {}, failed: false, ran: [], artifacts: new Map(), log: '' };
  const files = join(runner.workspace, '..', 'runner');
  rmSync(files, { recursive: true, force: true });
  mkdirSync(files, { recursive: true });
  for (const step of action.runs.steps) {
    const wanted = step.if ?? 'success()';
    const condition = /(?:success|failure|always|cancelled)\(\)/.test(wanted)
      ? wanted
      : `success() && (${wanted.replace(/^\$\{\{|\}\}$/g, '')})`;
    if (evaluate(condition.replace(/^\$\{\{|\}\}$/g, ''), job) !== 'true') continue;
    const outputs = step.uses === undefined ? runScript(step, job, files) : useAction(step, job);
    if (step.id !== undefined) job.steps[step.id] = { outputs };
  }
  const summaryFile = join(files, 'summary');
  return {
    failed: job.failed,
    outputs: Object.fromEntries(
      Object.entries(action.outputs).map(([name, { value }]) => [name, replaced(value, job)]),
    ),
    steps: job.ran,
    artifacts: job.artifacts,
    summary: existsSync(summaryFile) ? readFileSync(summaryFile, 'utf8') : '',
    log: job.log,
  };
}

interface Job {
  readonly runner: Runner;
  readonly inputs: Values;
  readonly steps: Record<string, { readonly outputs: Values }>;
  failed: boolean;
  readonly ran: string[];
  readonly artifacts: Map<string, readonly string[]>;
  log: string;
}

function runScript(step: Step, job: Job, files: string): Values {
  if (step.shell !== 'bash') throw new Error(`a step of a composite action needs its shell: ${step.run}`);
  const [script, output] = [join(files, 'script.sh'), join(files, 'output')];
  writeFileSync(script, replaced(step.run ?? '', job));
  writeFileSync(output, '');
  const env = Object.entries(step.env ?? {}).map(([name, text]) => [name, replaced(String(text), job)]);
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['--noprofile', '--norc', '-e', '-o', 'pipefail', script],
    {
      cwd: replaced(step['working-directory'] ?? job.runner.workspace, job),
      encoding: 'utf8',
      env: {
        ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('POSTSMS_'))),
        CI: 'true',
        GITHUB_ACTIONS: 'true',
        GITHUB_WORKSPACE: job.runner.workspace,
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: join(files, 'summary'),
        ...Object.fromEntries(env),
      },
    },
  );
  job.ran.push(step.run?.split('\n', 1)[0] ?? '');
  job.log += stdout + stderr;
  if (status !== 0) job.failed = true;
  const lines = readFileSync(output, 'utf8').split('\n').filter(Boolean);
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s, 2)));
}

function useAction({ uses = '', with: options = {} }: Step, job: Job): Values {
  const [name = ''] = uses.split('@');
  const optionOf = (key: string) => replaced(String(options[key] ?? ''), job);
  job.ran.push(name);
  if (name === 'actions/setup-node') return {};
  if (name === 'actions/cache') {
    const hit = job.runner.cache.has(optionOf('key'));
    job.runner.cache.set(optionOf('key'), optionOf('path'));
    return { 'cache-hit': String(hit) };
  }
  if (name === 'actions/upload-artifact') {
    const folder = join(job.runner.workspace, optionOf('path'));
    const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
    job.artifacts.set(optionOf('name'), files);
    return {};
  }
  throw new Error(`nothing is known of the action ${uses}`);
}

const replaced = (text: string, job: Job) =>
  text.replace(/\$\{\{(.*?)\}\}/gs, (_, expression: string) => evaluate(expression, job));

/** Evaluates an expression of names, texts, `==`, `!=`, `&&` and the functions about the state of the job. */
function evaluate(expression: string, job: Job): string {
  const { runner, inputs, steps, failed } = job;
  const context: Record<string, unknown> = {
    inputs,
    steps,
    github: { action_path: runner.actionPath, action_ref: 'main' },
    runner: { os: 'Linux', arch: 'X64' },
  };
  const term = (text: string): string => {
    const term = text.trim();
    const literal = /^'(.*)'$/s.exec(term);
    if (literal) return literal[1] ?? '';
    if (term === 'success()') return String(!failed);
    if (term === 'cancelled()') return 'false';
    if (term === '!cancelled()') return 'true';
    const parts = term.split('.');
    if (!(parts[0] && parts[0] in context)) throw new Error(`an expression that is not known: ${expression}`);
    return String(
      parts.reduce<unknown>((value, part) => (value as Record<string, unknown>)?.[part], context) ?? '',
    );
  };
  const and = expression.split('&&').map((part) => {
    const compared = /^(.*?)(==|!=)(.*)$/s.exec(part.replace(/^\s*\((.*)\)\s*$/s, '$1'));
    if (!compared) return term(part);
    const [, left = '', operator, right = ''] = compared;
    return String((term(left) === term(right)) === (operator === '=='));
  });
  if (and.length === 1) return and[0] ?? '';
  return String(and.every((value) => value === 'true'));
}
