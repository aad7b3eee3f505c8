import { sentenceOf } from '../findings/wording.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Refusal } from '../model/result.ts';
import type { Io } from '../model/running/io.ts';
import type { RunPlan } from '../model/running/run-plan.ts';
import { rules } from '../rules/index.ts';
import { planRun } from '../run/plan-run.ts';
import type { Mask } from '../secrets/mask.ts';
import { mistakeMask } from '../settings/reach.ts';
import { readSettings, readSources } from '../settings/read-settings.ts';
import { addTo } from '../text/add-to.ts';
import { columns } from '../text/columns.ts';
import { CASES, FILTERS, type ShownFlags } from './setting-flags.ts';
import { refuse } from './usage.ts';

type Row = Readonly<Record<string, string | number>>;

/** `list`: cases, exchanges, rules or requirements, as a table or as JSON. */
export async function listCommand(flags: ShownFlags, io: Io, what: string): Promise<number> {
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
  const chosen = [...FILTERS, 'probes'] as const;
  const listed = readSources({ flags, environment: {}, configuration: null }, chosen);
  if (!listed.ok) return listed;
  return planRun({ ...listed.value, cases: there.value.cases }, 'listed');
}

function rowsOf(what: string, planned: RunPlan, mask: Mask): readonly Row[] {
  switch (what) {
    case 'exchanges':
      return planned.exchanges.map(({ id, level, steps, messages }) => {
        return { id, level, requests: steps.length, messages };
      });
    case 'rules':
      return rules.map((rule) => ({ id: rule.id, level: rule.level, asks: sentenceOf({ rule: rule.id }) }));
    case 'requirements':
      return planned.declarations.register.map(({ id, section, level, binds, text }) => {
        return { id, section, level, binds, text };
      });
    default:
      return caseRows(planned, mask);
  }
}

/** The words of a case are masked, for its user may have written them. */
function caseRows({ exchanges }: RunPlan, mask: Mask): readonly Row[] {
  const cases = new Map<string, Exchange[]>();
  for (const exchange of exchanges) addTo(cases, `${exchange.operation}/${exchange.case}`, exchange);
  return [...cases].map(([name, own]) => ({
    case: name,
    level: [...new Set(own.map(({ level }) => level))].join(', '),
    exchanges: own.length,
    messages: own.reduce((sum, { messages }) => sum + messages, 0),
    title: mask(own[0]?.title ?? ''),
  }));
}

function table(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {});
  return columns([names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))]).join('\n');
}
