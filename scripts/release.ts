import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { filled, released, repositoryOf } from './release-texts.ts';
import { runNpm, runProgram } from './run-checks.ts';

// A release, tried: what changes, what is packed, and what only a person can do. `--write` changes the files; nothing is
// committed, tagged, pushed or published here.

const { values: flags, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const root = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const manifest = JSON.parse(read('package.json')) as { name: string; version: string; repository?: unknown };
const version = positionals[0] ?? manifest.version;
const problems: string[] = [];
const say = (line: string) => process.stdout.write(`${line}\n`);

if (!/^\d+\.\d+\.\d+$/.test(version)) problems.push(`${version} is no version, such as 0.1.0`);
const git = async (...args: readonly string[]) =>
  (await runProgram('git', args, { cwd: root })).output.trim();
const commit = await git('rev-parse', 'HEAD');
if ((await git('status', '--porcelain')) !== '')
  problems.push('the working tree has changes that are not committed');
if ((await git('tag', '--list', `v${version}`)) !== '') problems.push(`the tag v${version} exists`);

const changelog = released(read('CHANGELOG.md'), version, new Date().toISOString().slice(0, 10));
if (changelog === undefined) problems.push('CHANGELOG.md has nothing under "## Unreleased"');
const edition = version.split('.').slice(0, 2).join('.');
if (!readdirSync(join(root, 'suites/self/golden/editions')).includes(`${edition}.txt`))
  problems.push(
    `suites/self/golden/editions has no ${edition}.txt; raise the version and run the tests with -u`,
  );
const repository = repositoryOf(manifest.repository);
if (repository === undefined)
  problems.push('package.json has no repository on GitHub, so OWNER and COMMIT stay');

say(
  `release       ${manifest.name} ${version} from ${commit.slice(0, 12)}${flags.write ? '' : ' (dry run; --write changes the files)'}`,
);
say(
  `version       ${manifest.version === version ? 'package.json has it' : `package.json: ${manifest.version} becomes ${version}`}`,
);
say(`changelog     "## Unreleased" becomes "## ${version}"`);
say(`tag           v${version}`);
if (repository) say(`Action        uses: ${repository}@${commit}`);

const work = mkdtempSync(join(tmpdir(), 'postsms-release-'));
process.once('exit', () => rmSync(work, { recursive: true, force: true }));
const packed = await runNpm('npm', ['pack', '--pack-destination', work], { cwd: root });
const tarball = readdirSync(work).find((name) => name.endsWith('.tgz'));
if (!packed.ok || tarball === undefined)
  problems.push(`the package cannot be packed: ${packed.output.trim()}`);
else
  say(
    `package       ${tarball}\nsha256        ${createHash('sha256')
      .update(readFileSync(join(work, tarball)))
      .digest('hex')}`,
  );

if (flags.write && problems.length === 0) {
  await runNpm('npm', ['version', version, '--no-git-tag-version', '--allow-same-version'], { cwd: root });
  writeFileSync(join(root, 'CHANGELOG.md'), changelog ?? '');
  const guide = join(root, 'scripts/README.md');
  writeFileSync(guide, filled(readFileSync(guide, 'utf8'), repository ?? '', commit));
}
for (const problem of problems) say(`to mend       ${problem}`);
for (const step of [
  'npm run check, npm test, npm run proof and npm run package are green',
  'the notes of the version in CHANGELOG.md say how to adapt, where something public changed',
  `commit, then: git tag -s v${version} && git push --follow-tags`,
  'npm publish --provenance, with the sha256 above in the notes of the release',
  'the image is built from the tag (npm run container), pushed and signed by its digest',
])
  say(`a person      ${step}`);
process.exitCode = problems.length === 0 ? 0 : 1;
