import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { firstProblems, formatProblem } from '../cases/yaml/format-problem.ts';
import { loadAccepted, withAccepted } from '../compare/accepted.ts';
import { endComparison } from '../compare/compare-ending.ts';
import { compareRecordings, ticketsOf } from '../compare/compare-recordings.ts';
import { foreignComparison, writeComparison } from '../compare/compare-reports.ts';
import { compareText } from '../compare/compare-text.ts';
import type { Accepted } from '../compare/comparison.ts';
import { printableLines } from '../findings/finding-text.ts';
import { type Refusal, refusal } from '../model/result.ts';
import type { Io } from '../model/running/io.ts';
import type { Settings } from '../model/running/settings.ts';
import { writeAtomic } from '../report-folder/write-atomic.ts';
import { loadDeclarations } from '../run/built-in.ts';
import { readRunSettings } from '../run/run-settings.ts';
import { type GivenSide, openSides } from '../run/several/compare-sides.ts';
import type { OpenedSide } from '../run/several/filter-recorded.ts';
import { maskFor, ownText } from '../secrets/mask.ts';
import { mistakeMask } from '../settings/reach.ts';
import { readSettings } from '../settings/read-settings.ts';
import { withSources } from '../settings/run-settings.ts';
import { reasonOf } from '../text/reason-of.ts';
import { askOn } from './confirm.ts';
import { CASES, FILTERS, type SettingFlags } from './setting-flags.ts';
import { refuse } from './usage.ts';

export interface CompareFlags extends SettingFlags {
  readonly strict?: true;
  readonly twice?: true;
  readonly accepted?: string;
  readonly writeAccepted?: string;
  readonly reportDir?: string;
}

const USUAL_FOLDER = join('reports', 'compare');

/** `compare`: in what the replies of two gateways differ; exit code 1 for a difference of meaning. */
export async function compareCommand(flags: CompareFlags, io: Io, old: string, now: string): Promise<number> {
  const ofSettings = mistakeMask(io.env);
  let mask = ofSettings;
  const fail = (why: Refusal) => refuse(io, why, (text) => mask(printableLines(text)));
  const {
    strict = false,
    twice = false,
    accepted,
    writeAccepted,
    reportDir = USUAL_FOLDER,
    ...settings
  } = flags;
  const listed = acceptedIn(accepted);
  if ('message' in listed) return fail(listed);
  const chosen = await readSettings({ flags: settings, environment: io.env }, [...FILTERS, ...CASES]);
  if (!chosen.ok) return fail(chosen);
  const { filters } = chosen.value;
  const [before, after] = [
    await givenSide('OLD', old, settings, io),
    await givenSide('NEW', now, settings, io),
  ];
  if ('message' in before) return fail(before);
  if ('message' in after) return fail(after);
  if (twice && before.kind === 'recording') {
    return fail(
      refusal(2, '--twice runs the old side a second time, and a recording cannot be run; give its URL'),
    );
  }
  if (writeAccepted !== undefined && writeAccepted !== accepted && existsSync(writeAccepted)) {
    const advice = `add --accepted ${writeAccepted} to keep its entries, or name another file`;
    return fail(refusal(2, `${writeAccepted} exists already; ${advice}`));
  }
  const foreign = await foreignComparison(reportDir);
  if (foreign !== undefined) {
    const why = `holds ${foreign}, which this suite did not write and a comparison would replace`;
    return fail(
      refusal(2, `${reportDir} ${why}; choose another folder with --report-dir, or remove that file`),
    );
  }
  const again = twice ? ([['again', before]] as const) : [];
  const { runSuite } = await import('../run/run-suite.ts');
  // The question for all sides has been answered by then.
  const run = (one: Settings, runId: string) =>
    runSuite(one, async () => ({ ok: true }), io, { quiet: true, runId });
  const sides = [['old', before], ['new', after], ...again] as const;
  const opened = await openSides(sides, chosen.value, reportDir, askOn(io), run);
  if (!opened.ok) return fail({ ...opened, message: withSources(opened.message, chosen.effective) });
  const declared = loadDeclarations();
  const [one, other, second] = opened.sides;
  if (!declared.ok || !one || !other) return fail(refusal(5, 'the built-in contract cannot be read'));
  const { contract } = declared.value;
  // A recording of others may hold its ticket in clear.
  const ofRecordings = maskFor(ticketsOf([...one.calls, ...other.calls], contract));
  mask = (text) => ofRecordings(ofSettings(text));
  const comparison = compareRecordings(one.calls, other.calls, contract, {
    bindings: filters.binding?.length ? filters.binding : undefined,
    narrowed: Object.values(filters).some((values) => values?.length),
    again: second?.calls,
    accepted: listed,
  });
  if (comparison.compared === 0) {
    return fail(
      refusal(4, `nothing was compared: ${old} and ${now} have no request in common${whyNone(opened.sides)}`),
    );
  }
  const ended = endComparison(comparison, [one, other, second], strict);
  try {
    const paths = await writeComparison(reportDir, ended, mask);
    if (writeAccepted !== undefined) {
      const gating = ended.differences.filter(({ kind }) => strict || kind === 'meaning');
      // Another file has no use for entries that accept nothing.
      const kept = listed.map((entry) => writeAccepted === accepted || !ended.unused.includes(entry));
      const text = withAccepted(accepted, { kept, expired: ended.expired }, gating, new Date());
      await writeAtomic(writeAccepted, mask(text), 0o644);
      paths.push(writeAccepted);
    }
    io.stdout.write(compareText(ended, mask));
    for (const path of paths) io.stdout.write(ownText(`reports       ${mask(path)}\n`));
  } catch (error) {
    return fail(refusal(5, reasonOf(error)));
  }
  return ended.exitCode;
}

/** Runs are paired by exchange, traffic of others by operation, binding and order; one kind does not pair with the other. */
function whyNone(sides: readonly OpenedSide[]): string {
  const kinds = new Set(sides.map(({ calls }) => calls.some(({ place }) => place !== null)));
  return kinds.size > 1
    ? '; one is a run of this suite and the other is not: record both in the same way'
    : '';
}

function acceptedIn(path: string | undefined): readonly Accepted[] | Refusal {
  if (path === undefined) return [];
  if (!existsSync(path)) return refusal(2, `${path} does not exist; --write-accepted ${path} creates it`);
  const loaded = loadAccepted(path);
  return loaded.ok ? loaded.value : refusal(2, firstProblems(loaded.error.map(formatProblem)));
}

/** A file or folder is a recording; anything else is a target, by its URL or its name in conformance.yaml. */
async function givenSide(
  name: string,
  given: string,
  settings: SettingFlags,
  { env: environment }: Io,
): Promise<GivenSide | Refusal> {
  if (existsSync(given)) return { kind: 'recording', path: given };
  const position = { name, files: pathsNear(given) };
  const read = await readRunSettings({ flags: { ...settings, target: given }, environment, position });
  return read.ok ? { kind: 'target', settings: read.value } : read;
}

/** What lies in the folder in which a path would be. */
function pathsNear(path: string): readonly string[] {
  try {
    return readdirSync(dirname(path)).map((name) => join(dirname(path), name));
  } catch {
    return [];
  }
}
