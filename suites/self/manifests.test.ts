import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { inProcess as command } from './command.ts';
import { lacks } from './needs.ts';

// Jobs for CI engines, held to the real command line: what they run is run here, as far as it connects to nothing.

const root = new URL('../../', import.meta.url);
const textOf = (path: string) => readFileSync(new URL(path, root), 'utf8');

type Environment = Readonly<Record<string, string>>;

/** Words of a command of a shell without pipes, the variables in it replaced. */
function wordsOf(line: string, environment: Environment): readonly string[] {
  return line
    .split(' ')
    .map((word) => word.replace(/^"(.*)"$/, '$1'))
    .map((word) => word.replace(/\$\(?(\w+)\)?/g, (_, name: string) => environment[name] ?? ''));
}

/** What appears behind the program, however it is called. */
function argumentsOf(words: readonly string[]): readonly string[] {
  const start = words.indexOf('run') >= 0 ? words.indexOf('run') : words.indexOf('merge');
  const before = words.slice(0, start).join(' ');
  expect(['npm start --', 'node_modules/.bin/postsms-conformance']).toContain(before);
  return words.slice(start);
}

/** Runs every shard without a connection, and gives the folders that they would have written, all exchanges judged once. */
async function planned(
  jobs: readonly { readonly words: readonly string[]; readonly environment: Environment }[],
): Promise<readonly string[]> {
  const folders: string[] = [];
  let exchanges = 0;
  for (const { words, environment } of jobs) {
    const args = argumentsOf(words);
    const settings = Object.entries(environment).filter(([name]) => name.startsWith('POSTSMS_'));
    const { code, said } = await command([...args, '--dry-run'], Object.fromEntries(settings));
    expect(said).toMatch(/^planned .*nothing was sent$/m);
    expect(code).toBe(0);
    exchanges += Number(/^planned {7}(\d+) exchanges/m.exec(said)?.[1]);
    folders.push(args[args.indexOf('--report-dir') + 1] ?? '');
  }
  const variables = Object.entries(jobs[0]?.environment ?? {}).filter(([name]) =>
    name.startsWith('POSTSMS_'),
  );
  const whole = { ...Object.fromEntries(variables), POSTSMS_SHARD: '1/1' };
  const { said } = await command(['run', '--dry-run'], whole);
  expect(said).toContain(`planned       ${exchanges} exchanges, `);
  return folders;
}

/** The command line takes the words of a merge: it ends with what is not there to merge, and not with a wrong flag. */
async function merges(words: readonly string[]): Promise<void> {
  const { code, said } = await command(argumentsOf(words));
  expect(said).toMatch(/results\.json:1:1: cannot be read: there is no such file/);
  expect(code).toBe(2);
}

it('actions of others are named by commit, with their version, in workflows, templates and guides alike', () => {
  const workflows = readdirSync(new URL('.github/workflows', root)).map(
    (name) => `.github/workflows/${name}`,
  );
  const files = [...workflows, 'action.yml', 'cases/init/github.txt', 'scripts/README.md', 'README.md'];
  const uses = files.flatMap((path) =>
    [...textOf(path).matchAll(/^[ -]*uses: (\S+)(.*)$/gm)].map(([, name = '', version = '']) => ({
      path,
      name,
      version,
    })),
  );
  const foreign = uses.filter(
    ({ name }) => !name.startsWith('./') && name !== 'OWNER/postsms-conformance@COMMIT',
  );
  expect(foreign.length).toBeGreaterThan(15);
  const isPinned = ({ name, version }: (typeof uses)[number]) =>
    /@[0-9a-f]{40}$/.test(name) && /^ # v\d+\.\d+\.\d+$/.test(version);
  expect(foreign.filter((use) => !isPinned(use))).toEqual([]);
  // A commit of the same action has the same version everywhere.
  expect(new Set(foreign.map(({ name }) => name)).size).toBe(
    new Set(foreign.map(({ name, version }) => name + version)).size,
  );
});

/* biome-ignore-start lint/suspicious/noTemplateCurlyInString: the expressions of GitHub */

describe('the workflow of GitHub', () => {
  interface Step {
    readonly uses?: string;
    readonly run?: string;
    readonly with?: { readonly path?: string };
  }
  interface Job {
    readonly strategy?: { readonly matrix: { readonly shard: readonly number[] } };
    readonly steps: readonly Step[];
  }
  const text = textOf('.github/workflows/conformance.yml');
  const { jobs } = parse(text) as { readonly jobs: Readonly<Record<'shard' | 'merge', Job>> };
  const stepOf = ({ steps }: Job, word: string) =>
    steps.find(({ run = '', uses = '' }) => run.includes(` ${word} `) || uses.startsWith(word));

  it('runs each shard of its matrix once, and merges what they upload, red or not', async () => {
    const always = '${{ !cancelled() }}';
    const shards = jobs.shard.strategy?.matrix.shard ?? [];
    const [step, upload] = [stepOf(jobs.shard, 'run'), stepOf(jobs.shard, 'actions/upload-artifact')];
    expect(shards).toEqual([1, 2, 3]);
    expect(jobs.shard.strategy).toMatchObject({ 'fail-fast': false });
    expect(step).toMatchObject({ env: { POSTSMS_SHARD: '${{ matrix.shard }}/${{ strategy.job-total }}' } });
    expect(upload).toMatchObject({ if: always, with: { name: 'shard-${{ matrix.shard }}' } });
    const shardJobs = shards.map((index) => {
      const environment = { POSTSMS_SHARD: `${index}/${shards.length}` };
      return { words: wordsOf(step?.run ?? '', environment), environment };
    });
    expect(await planned(shardJobs)).toEqual(shards.map(() => upload?.with?.path));
    expect(jobs.merge).toMatchObject({ if: always, needs: 'shard' });
    const download = stepOf(jobs.merge, 'actions/download-artifact');
    expect(download?.with).toEqual({ pattern: 'shard-*', path: 'shards' });
    const merge = wordsOf(stepOf(jobs.merge, 'merge')?.run ?? '', {});
    expect(merge.at(-1)).toBe('shards/*');
    await merges(merge);
  });

  it('takes the ticket from a secret', () => {
    expect(text).toContain('POSTSMS_TICKET: ${{ secrets.POSTSMS_TICKET }}');
    expect(text).not.toMatch(/--ticket/);
  });
});

/* biome-ignore-end lint/suspicious/noTemplateCurlyInString: the expressions of GitHub */

describe('the jobs of GitLab', () => {
  interface Job {
    readonly script: readonly [string];
    readonly parallel?: { readonly matrix: readonly { readonly POSTSMS_SHARD: readonly string[] }[] };
  }
  const { shard, merge } = parse(textOf('.gitlab-ci.yml')) as Readonly<Record<'shard' | 'merge', Job>>;
  const [script] = shard.script;
  const values = shard.parallel?.matrix[0]?.POSTSMS_SHARD ?? [];

  it('run each shard once, and nothing twice', async () => {
    const jobs = values.map((value, place) => {
      const environment = { POSTSMS_SHARD: value, CI_NODE_INDEX: String(place + 1) };
      return { words: wordsOf(script, environment), environment };
    });
    expect(await planned(jobs)).toEqual(['shards/1', 'shards/2', 'shards/3']);
    expect(shard).toMatchObject({ retry: 0 });
  });

  it('merge what the shards leave, red or not', async () => {
    expect(shard).toMatchObject({ artifacts: { when: 'always', paths: ['shards/'] } });
    const reports = { junit: 'reports/junit.xml' };
    const needs = [{ job: 'shard', artifacts: true }];
    expect(merge).toMatchObject({ when: 'always', needs, artifacts: { reports } });
    const words = wordsOf(merge.script[0], {});
    expect(words.at(-1)).toBe('shards/*');
    await merges(words);
  });
});

describe('the Jobs of Kubernetes', () => {
  interface Container {
    readonly command: readonly string[];
    readonly env?: readonly { readonly name: string; readonly value?: string }[];
  }
  interface Job {
    readonly kind: string;
    readonly spec: {
      readonly completions?: number;
      readonly template: {
        readonly spec: {
          readonly initContainers?: readonly Container[];
          readonly containers: readonly [Container];
        };
      };
    };
  }
  function jobIn(path: string) {
    const documents = parseAllDocuments(textOf(path)).map((document) => document.toJS() as Job);
    const job = documents.find(({ kind }) => kind === 'Job');
    if (!job) throw new Error(`${path} has no Job`);
    return { job: job.spec, pod: job.spec.template.spec, container: job.spec.template.spec.containers[0] };
  }
  const shards = jobIn('scripts/kubernetes/shards.yaml');
  const merge = jobIn('scripts/kubernetes/merge.yaml');
  const variable = (named: string) => shards.container.env?.find(({ name }) => name === named);

  const [shell, option, line = ''] = shards.container.command;
  /** What the shell of a pod runs, its sum done. */
  const lineOf = (index: number) =>
    line.replace('exec ', '').replace('$((JOB_COMPLETION_INDEX + 1))', String(index + 1));

  it.skipIf(lacks('sh'))('run each shard once, and merge all of them', async () => {
    expect([shell, option]).toEqual(['sh', '-c']);
    const { job, container } = shards;
    expect(job).toMatchObject({ completionMode: 'Indexed' });
    const jobs = Array.from({ length: job.completions ?? 0 }, (_, index) => {
      const variables = (container.env ?? []).map(({ name, value }) => [name, value ?? 'a-ticket']);
      const environment = {
        ...Object.fromEntries(variables),
        JOB_COMPLETION_INDEX: String(index),
      } as Environment;
      return { words: wordsOf(lineOf(index), environment), environment };
    });
    const folders = await planned(jobs);
    expect(new Set(folders).size).toBe(jobs.length);
    const args = argumentsOf(merge.container.command);
    expect(args.slice(1, args.indexOf('--report-dir'))).toEqual(folders);
    await merges(merge.container.command);
  });

  it('tell each shard the uid of their Job, so that none of another run is merged, and the ticket of a secret', () => {
    const fieldPath = "metadata.labels['batch.kubernetes.io/controller-uid']";
    expect(variable('POSTSMS_RUN_ID')).toMatchObject({ valueFrom: { fieldRef: { fieldPath } } });
    const secretKeyRef = { name: 'postsms-ticket', key: 'ticket' };
    expect(variable('POSTSMS_TICKET')).toEqual({ name: 'POSTSMS_TICKET', valueFrom: { secretKeyRef } });
  });

  it('take away what a run before has left in the very folder of a shard, before it begins', () => {
    const [clear, ...others] = shards.pod.initContainers ?? [];
    expect(line).toContain('--report-dir "/reports/shard-$JOB_COMPLETION_INDEX"');
    expect([clear?.command, others]).toEqual([['rm', '-rf', '/reports/shard-$(JOB_COMPLETION_INDEX)'], []]);
  });

  it('start no pod again, for it would send its messages again', () => {
    const template = { spec: { restartPolicy: 'Never' } };
    expect(shards.job).toMatchObject({ backoffLimitPerIndex: 0, template });
    expect(merge.job).toMatchObject({ backoffLimit: 0, template });
  });
});
