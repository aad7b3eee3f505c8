import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Results } from '../../lib/model/running/results.ts';
import { type Check, type Ended, runProgram } from './run-checks.ts';

/**
 * The package under another Node, which npm has as a package with its headers, so that libxmljs2 is compiled for it.
 *
 * @param major such as 22
 * @param work an empty folder of its own
 * @param tarball gives the path of the packed package once there is one
 */
export function otherNodeChecks(major: string, work: string, tarball: () => string): readonly Check[] {
  const user = join(work, 'user');
  const node = join(work, 'node_modules', nodePackage());
  mkdirSync(user, { recursive: true });
  writeFileSync(join(user, 'package.json'), '{ "private": true, "type": "module" }\n');
  // Headers beside the program; npm hands the name of their folder on to what compiles.
  const env = {
    ...process.env,
    PATH: [join(node, 'bin'), process.env.PATH].join(delimiter),
    npm_config_nodedir: node,
  };
  const under = (program: string, args: readonly string[]) => runProgram(program, args, { cwd: user, env });
  return [
    {
      name: `Node ${major} is to be had`,
      run: async () => {
        const wanted = `${nodePackage()}@${major}`;
        const args = ['install', '--no-audit', '--no-fund', '--prefix', work, wanted];
        const fetched = await runProgram('npm', args, { cwd: work });
        if (!fetched.ok) return fetched;
        const { ok, output } = await under('node', ['--version']);
        return { ok: ok && output.startsWith(`v${major}.`), output };
      },
    },
    {
      name: `it is installed under Node ${major}`,
      run: () => under('npm', ['install', '--no-audit', '--no-fund', tarball()]),
    },
    {
      name: `npx postsms-conformance judges the reference by the whole suite under Node ${major}`,
      run: async () => wholeSuite(await under('npx', ['--no-install', 'postsms-conformance']), user),
    },
    {
      name: `a program can run it under Node ${major}`,
      run: async () => {
        writeFileSync(
          join(user, 'program.mjs'),
          `import { run } from 'postsms-conformance';
const { exitCode, results } = await run({ case: ['SendBulkSms/canonical'], allure: false });
process.exit(results?.summary.passed === 4 && process.version.startsWith('v${major}.') ? exitCode : 1);\n`,
        );
        return under('node', ['program.mjs']);
      },
    },
  ];
}

/** Name of the npm package that has Node for this machine. */
function nodePackage(): string {
  return `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
}

function wholeSuite({ ok, output }: Ended, user: string): Ended {
  const path = join(user, 'reports/results.json');
  const results = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Results) : null;
  const page = existsSync(join(user, 'reports/allure-report/index.html'));
  const whole = results !== null && results.outcome === 'conforms' && results.summary.planned > 800;
  return { ok: ok && whole && page, output };
}
