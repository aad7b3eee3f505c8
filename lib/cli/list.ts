import { sentenceOf } from '../findings/wording.ts';
import type { Refusal } from '../model/result.ts';
import type { Io } from '../model/running/io.ts';
import { rules } from '../rules/index.ts';
import { planRun, type RunPlan } from '../run/plan-run.ts';
import type { Mask } from '../secrets/mask.ts';
import { mistakeMask } from '../settings/reach.ts';
import { readSettings, readSources } from '../settings/read-settings.ts';
import { CASES, FILTERS, type ShownFlags } from './setting-flags.ts';
import { refuse } from './usage.ts';

type Row = Readonly<Record<string, string | number>>;

/** `list`: cases, exchanges, rules or requirements, as a table or as JSON. */
export async function listCommand(what: string, flags: ShownFlags, io: Io): Promise<number> {
  const planned = await plannedList(flags, io);
  const mask = mistakeMask(io.env);
  if (!planned.ok) return refuse(io, planned, mask);
  const rows = rowsOf(what, planned, mask);
  io.stdout.write(
    flags.json
      ? `${JSON.stringify(rows, null, 2)}\n`
      : `${table(rows)}\n\n${rows.length} ${rows.length === 1 ? what.replace(/s$/, '') : what}\n`,
  );
  return 0;
}

/** Filters of flags alone, for what there is does not depend on what a run would take of it. */
async function plannedList(flags: ShownFlags, io: Io): Promise<RunPlan | Refusal> {
  const there = await readSettings({ flags, environment: io.env }, CASES);
  if (!there.ok) return there;
  const listed = readSources({ flags, environment: {}, configuration: null }, FILTERS);
  if (!listed.ok) return listed;
  return planRun({ ...listed.value, cases: there.value.cases }, 'listed');
}

function rowsOf(what: string, planned: RunPlan, mask: Mask): readonly Row[] {
  switch (what) {
    case 'exchanges':
      return planned.exchanges.map(({ id, level, steps, messages }) => ({
        id,
        level,
        requests: steps.length,
        messages,
      }));
    case 'rules':
      return rules.map((rule) => ({ id: rule.id, level: rule.level, asks: sentenceOf({ rule: rule.id }) }));
    case 'requirements':
      return planned.declarations.register.map(({ id, section, level, binds, text }) => ({
        id,
        section,
        level,
        binds,
        text,
      }));
    default:
      return caseRows(planned, mask);
  }
}

/** The words of a case are masked, for its user may have written them. */
function caseRows({ exchanges }: RunPlan, mask: Mask): readonly Row[] {
  const rows = new Map<
    string,
    { case: string; level: string; exchanges: number; messages: number; title: string }
  >();
  for (const { operation, case: id, level, title, messages } of exchanges) {
    const name = `${operation}/${id}`;
    const row = rows.get(name) ?? { case: name, level, exchanges: 0, messages: 0, title: mask(title) };
    const levels = [...new Set([...row.level.split(', '), level])].join(', ');
    rows.set(name, {
      ...row,
      level: levels,
      exchanges: row.exchanges + 1,
      messages: row.messages + messages,
    });
  }
  return [...rows.values()];
}

function table(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {});
  const cells = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))];
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row.map((cell, i) => (i === names.length - 1 ? cell : cell.padEnd(widths[i] ?? 0))).join('  '),
    )
    .join('\n');
}
