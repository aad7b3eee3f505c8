import { expand } from '../../lib/cases/plan/expand.ts';
import { smallestText } from '../../lib/findings/value-text.ts';
import { coveringCases, wholeText } from '../../lib/generate/covering.ts';
import { drawnCases } from '../../lib/generate/draw.ts';
import { explainer } from '../../lib/generate/explain.ts';
import type { ParameterValues } from '../../lib/model/contract.ts';
import type { Exchange, ValueClass } from '../../lib/model/exchange.ts';
import type { Finding } from '../../lib/model/judging/finding.ts';
import type { Declarations } from '../../lib/model/running/prepared-run.ts';
import type { Deviation } from '../../lib/reference/seams.ts';
import { subscriberNumbers } from '../../lib/run/sends/subscriber-numbers.ts';
import { defaultSettings } from '../../lib/settings/run-settings.ts';
import { requestEdits } from '../../lib/wire/bindings/edits/edits.ts';
import { type Lab, openLab } from './lab.ts';
import { characters, equal } from './twins/equal.ts';

/** What a service does wrong with the values of a send. */
export type ValueChange = (values: ParameterValues) => ParameterValues;

/** Parts of texts that other classes have as well, in the surroundings that only their own class has. */
const surrounded: Readonly<Record<string, RegExp>> = {
  'cdata-end': /(?<=[a-w])\]\]>(?=[a-w])/g,
  ampersand: /(?<=[a-z])&(?=[a-z](?!t;))/g,
  tab: /(?<=[a-z])\t(?=[a-z])/g,
  'no-break-space': /(?<=[a-z])\u00A0(?=[a-z])/g,
  emoji: /(?<=[a-w])\u{1F600}(?=[a-w])/gu,
};

/** A defect that only one class of values shows: its text loses the part, is changed, or its list loses the last item. */
export function classDefect({ id, inside, text, numbers, number = '' }: ValueClass): ValueChange {
  const ofMessage = (change: (message: string) => string): ValueChange => {
    return (values) => ({ ...values, Message: change(String(values.Message)) });
  };
  const ofNumbers = (change: (list: readonly string[]) => readonly string[]): ValueChange => {
    return (values) => ({ ...values, GsmNumbers: change([values.GsmNumbers ?? []].flat()) });
  };
  if (inside !== undefined) {
    return ofMessage((message) => message.replaceAll(surrounded[id] ?? inside, () => ''));
  }
  if (text !== undefined) {
    const whole = wholeText(text);
    return ofMessage((message) => (message === whole ? `${message}.` : message));
  }
  if (numbers !== undefined) {
    const { numbers: count, repeat = 1 } = numbers as { readonly numbers: number; readonly repeat?: number };
    const isOf = (list: readonly string[]) => list.length === count * repeat && new Set(list).size === count;
    return ofNumbers((list) =>
      isOf(list) && list.every((number) => /^\d{7}/.test(number))
        ? list.slice(0, -1).concat('905559999999')
        : list,
    );
  }
  const [before = ''] = number.split('$');
  return ofNumbers((list) =>
    list.map((number) => (number.startsWith(`${before}9`) ? number.slice(before.length) : number)),
  );
}

/** Deviations that take two classes at once, in one text or in two parameters. */
export const pairDefects: Readonly<Record<string, ValueChange>> = {
  'an emoji in a text of more than 160 characters is lost': (values) => {
    const message = String(values.Message);
    return message.length > 160 ? { ...values, Message: message.replaceAll('\u{1F600}', () => '') } : values;
  },
  'a tab in a text with Turkish letters becomes a space': (values) => {
    const message = String(values.Message);
    return /[şğ]/.test(message) ? { ...values, Message: message.replace(/\t/g, ' ') } : values;
  },
  'an escaped text with a plus is decoded': (values) => {
    const message = String(values.Message);
    return message.includes('1+1') ? { ...values, Message: message.replace(/&lt;/g, '<') } : values;
  },
  'quotation marks in the message change with a backslash in the sender': (values) =>
    String(values.Originator).includes('\\d')
      ? { ...values, Message: String(values.Message).replace(/"/g, "'") }
      : values,
  'a message with CR is cut where BeginTime has a percent sign': (values) =>
    String(values.BeginTime).includes('%')
      ? { ...values, Message: String(values.Message).replace(/\r.*/s, '') }
      : values,
};

const deviationOf = (change: ValueChange): Deviation => ({ request: change });

/** The exchanges of the classes, and so many drawn ones. */
export function valueExchanges(
  { contract, classes }: Declarations,
  count = 0,
  seed = 1,
): readonly Exchange[] {
  const open = { contract, fixed: [], anyRecipient: true };
  const { forms } = requestEdits;
  const cases =
    count === 0 ? coveringCases(classes, open) : drawnCases(classes, { ...open, count, seed, forms });
  const { ticket, values } = defaultSettings;
  return expand(cases, { contract, ticket, values, runId: 'proof0', ...subscriberNumbers(defaultSettings) });
}

/** True if a service with this defect does something else with an exchange than it should. */
export function meets(change: ValueChange, { operation, steps }: Exchange): boolean {
  const values = steps[0]?.values as ParameterValues;
  const changed = change(values);
  const parameters = operation === 'SendBulkSms' ? ['Message', 'GsmNumbers'] : ['Message'];
  return parameters.some((name) => JSON.stringify(changed[name]) !== JSON.stringify(values[name]));
}

/** A twin of every class: its values are written as references. */
export const references = equal('XML 1.0 §4.1: a reference stands for its character').in(characters, {
  'values-as-references: Every character of a field is a reference': (text) =>
    text.replace(/&[^;]+;|./gsu, (part) =>
      part.startsWith('&') ? part : `&#x${part.codePointAt(0)?.toString(16)};`,
    ),
});

/** Seeds of which one may draw nothing that meets a deviation of two classes. */
export const SEEDS = 20;

/**
 * Proves the classes of values: each has a defect that one exchange shows, with the class named, and no other; a twin
 * raises nothing over the covering array and the drawn exchanges; and 1,000 drawn ones meet what takes two classes.
 * @returns what is wrong, a line each, and the smallest inputs that were found
 */
export async function proveValues(
  declarations: Declarations,
  { drawn, seeds }: { readonly drawn: number; readonly seeds: number },
  isChosen = (_: string) => true,
): Promise<{ readonly problems: readonly string[]; readonly notes: readonly string[] }> {
  const lab = await openLab(declarations);
  const problems: string[] = [];
  const notes: string[] = [];
  for (const valueClass of declarations.classes.filter(({ id }) => isChosen(id)))
    problems.push(...(await classProblems(valueClass, lab, declarations)));
  for (const [name, change] of Object.entries(pairDefects).filter(([id]) => isChosen(id))) {
    const { found, text } = await pairProblem(change, lab, declarations, seeds);
    (found ? notes : problems).push(`${name}: ${text}`);
  }
  const all = [...valueExchanges(declarations), ...(drawn > 0 ? valueExchanges(declarations, drawn) : [])];
  for (const twin of isChosen('twins') ? references : []) {
    const judged = await lab.judge([twin], all);
    notes.push(`twin ${twin.id}: ${all.length} exchanges`);
    for (const [place, { id, findings }] of judged.entries()) {
      const [wrong] = findings.filter((finding) => !isOpenRefusal(finding, all[place]));
      if (wrong) problems.push(`twin ${twin.id}: ${wrong.rule} in ${id}`);
    }
  }
  await lab.close();
  return { problems, notes };
}

/** True of the refusal of a report on a packet that no send made, which is open (contract §7); drawn exchanges make such. */
function isOpenRefusal({ rule, level, step }: Finding, exchange: Exchange | undefined): boolean {
  const { operation, reportsOn } = exchange?.steps[step] ?? {};
  const isUnknown = operation !== exchange?.operation && reportsOn === undefined;
  return rule === 'http/status' && level === 'gap' && isUnknown;
}

function explainedIn(lab: Lab, deviation: Deviation, { classes }: Declarations) {
  return explainer(classes, async (exchange) => (await lab.judge([deviation], [exchange]))[0] ?? null);
}

/** What is wrong with the defect of a class, over the exchanges of bulk sends of one binding. */
async function classProblems(
  valueClass: ValueClass,
  lab: Lab,
  declarations: Declarations,
): Promise<readonly string[]> {
  const change = classDefect(valueClass);
  const met = valueExchanges(declarations).filter(
    (exchange) =>
      exchange.operation === 'SendBulkSms' && exchange.binding === 'soap11' && meets(change, exchange),
  );
  const judged = await lab.judge([deviationOf(change)], met);
  const explained = explainedIn(lab, deviationOf(change), declarations);
  const problems = met.length === 1 ? [] : [`${valueClass.id}: ${met.length} exchanges meet its defect`];
  for (const [place, exchange] of met.entries()) {
    const found = judged[place];
    const { classes = [] } = found ? await explained(exchange, found) : {};
    const blamed = classes.filter(({ state }) => state === 'broken').map((state) => state.class);
    if (blamed.join() !== valueClass.id)
      problems.push(`${valueClass.id}: ${exchange.id} blames ${blamed.join(', ') || 'no class'}`);
  }
  return problems;
}

/** With how many seeds drawn exchanges meet a deviation, and the smallest input that the first of them gives. */
async function pairProblem(change: ValueChange, lab: Lab, declarations: Declarations, seeds: number) {
  const met = Array.from({ length: seeds }, (_, seed) =>
    valueExchanges(declarations, 1000, seed).find((exchange) => meets(change, exchange)),
  ).filter((exchange) => exchange !== undefined);
  const [exchange] = met;
  const [judged] = exchange ? await lab.judge([deviationOf(change)], [exchange]) : [];
  const explained =
    exchange && judged && (await explainedIn(lab, deviationOf(change), declarations)(exchange, judged));
  const inputs = explained?.findings[0]?.smallestInputs;
  const text = `${met.length} of ${seeds} seeds; ${inputs ? smallestText(inputs) : 'not shrunk'}`;
  return { found: met.length >= seeds - 1 && inputs !== undefined, text };
}
