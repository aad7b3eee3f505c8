import { sentenceOf } from '../findings/wording.ts';
import { rules } from '../judge/rules/index.ts';
import type { Exchange } from '../model/exchange.ts';
import { planRun, type RunPlan } from '../run/plan-run.ts';
import type { Mask } from '../secrets/mask.ts';
import { addTo } from '../text/add-to.ts';
import { columns } from '../text/counted.ts';
import type { Invocation } from './usage.ts';

type Row = Readonly<Record<string, string | number>>;

/** `list`: cases, exchanges, rules, requirements or classes of values that the settings choose, as a table or as JSON. */
export async function listCommand(
  { flags, io, found, refuse }: Invocation<{ readonly json?: true }>,
  what: string,
) {
  const planned = planRun(found.value, 'listed');
  if (!planned.ok) return refuse(planned);
  const rows = rowsOf(what, planned, found.mask);
  const names = Object.keys(rows[0] ?? {});
  const table = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))];
  const count = `${rows.length} ${rows.length === 1 ? what.replace(/s$/, '') : what}`;
  const text = flags.json ? JSON.stringify(rows, null, 2) : `${columns(table).join('\n')}\n\n${count}`;
  io.stdout.write(`${text}\n`);
  return 0;
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
    case 'values':
      return planned.declarations.classes.map(({ id, group = '', title, because, link = '' }) => {
        return { id, group, title: mask(title), because: mask(because), link: mask(link) };
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
