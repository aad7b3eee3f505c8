import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ActionEnd, type Runner, runAction } from './run-action.ts';
import { type Check, runChecks, serveGateway } from './run-checks.ts';

// action.yml, its steps executed as the runner of GitHub would, in a copy of the files that git knows.

const root = fileURLToPath(new URL('..', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'postsms-action-'));
process.once('exit', () => rmSync(work, { recursive: true, force: true }));
const runner: Runner = { actionPath: join(work, 'action'), workspace: join(work, 'job'), cache: new Map() };
const TICKET = 'secret-ticket-of-the-job';

let last: ActionEnd | null = null;

await runChecks(
  [
    check(
      'it installs and judges the reference, and the job is green',
      () => {
        const end = job({ case: 'SendBulkSms/canonical' });
        return [
          !end.failed,
          end.outputs.outcome === 'conforms' && end.outputs['exit-code'] === '0',
          end.steps.some((step) => step.startsWith('npm ci')),
          hasReports(end, 'conformance-reports'),
          end.summary.includes('conforms'),
        ];
      },
      'install',
    ),
    check('the next job takes the install from the cache', () => {
      const end = job({ case: 'SendBulkSms/canonical', artifact: '' });
      return [!end.failed, !end.steps.some((step) => step.startsWith('npm ci')), end.artifacts.size === 0];
    }),
    check('a deviation fails the job, and its reports are there', async () => {
      const served = await serveGateway(root, ['packetid-lower-case']);
      try {
        const end = job({
          target: served.url,
          namespace: served.namespace,
          ticket: TICKET,
          case: 'SendBulkSms/canonical, ReportSmsWithPacketId/canonical',
          'report-dir': 'out',
          artifact: 'judged',
        });
        const said = `${end.log}${end.summary}${JSON.stringify(end.outputs)}`;
        return [
          end.failed,
          end.outputs['exit-code'] === '1' && end.outputs.outcome === 'deviates',
          end.outputs.results === 'out/results.json',
          hasReports(end, 'judged'),
          end.log.includes('::error'),
          !said.includes(TICKET),
        ];
      } finally {
        served.end();
      }
    }),
    check('a setting that is wrong fails the job with 2, before anything is sent', () => {
      const end = job({ gate: 'shold' });
      return [
        end.failed,
        end.outputs['exit-code'] === '2',
        end.outputs.outcome === '',
        /must, should/.test(end.log),
      ];
    }),
    check('an input is never run as a command', () => {
      const end = job({ case: '$(touch "$GITHUB_WORKSPACE/run"); `touch run`' });
      return [end.failed, !readdirSync(runner.workspace).includes('run')];
    }),
  ],
  { what: 'action checks' },
);

/** @param facts what has to hold, in the order of what is said of the first that does not */
function check(
  name: string,
  facts: () => readonly boolean[] | Promise<readonly boolean[]>,
  first?: 'install',
): Check {
  const run = async () => {
    if (first) copyAction();
    rmSync(runner.workspace, { recursive: true, force: true });
    mkdirSync(runner.workspace, { recursive: true });
    last = null;
    const held = await facts();
    const wrong = held.flatMap((fact, place) =>
      fact ? [] : [`fact ${place + 1} of ${held.length} does not hold`],
    );
    return { ok: wrong.length === 0, output: [...wrong, JSON.stringify(last, null, 1)].join('\n') };
  };
  return { name, run };
}

function job(inputs: Readonly<Record<string, string>>): ActionEnd {
  last = runAction(runner, inputs);
  return last;
}

/** Lists the files that a commit of this checkout would hold. */
function copyAction(): void {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
  });
  for (const path of String(listed).split('\0').filter(Boolean)) {
    if (existsSync(join(root, path))) cpSync(join(root, path), join(runner.actionPath, path));
  }
}

function hasReports({ artifacts }: ActionEnd, name: string): boolean {
  const files = artifacts.get(name) ?? [];
  return artifacts.size === 1 && ['results.json', 'junit.xml'].every((file) => files.includes(file));
}
