import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadCases } from '../cases/load.ts';
import { expand } from '../cases/plan/expand.ts';
import { select } from '../cases/plan/select.ts';
import type { Contract } from '../model/contract.ts';
import type { Exchange, PlannedStep } from '../model/exchange.ts';
import { refusal } from '../model/result.ts';
import type { Declarations } from '../model/running/prepared-run.ts';
import { caseNames, casesFolder } from '../run/built-in.ts';
import { selectionText } from '../run/plan-run.ts';
import { subscriberNumbers } from '../run/sends/subscriber-numbers.ts';
import type { Settings } from '../settings/run-settings.ts';
import { groupedBy } from '../text/add-to.ts';
import { didYouMean } from '../text/nearest.ts';
import { formatProblem } from '../yaml/format-problem.ts';
import { linesOf } from './pairing.ts';

const BUILT_IN = 'built-in';

/**
 * Loads a scenario, which is a file of cases. It wants the values that they name and leaves the rest to the client, also
 * the ticket.
 * @param file `built-in` for ours
 */
export function loadScenario(file: string, settings: Settings, declarations: Declarations) {
  const path = file === BUILT_IN ? join(casesFolder, 'scenarios', 'client.yaml') : file;
  const { contract } = declarations;
  const loaded = loadCases([path], caseNames(declarations));
  if (!loaded.ok) {
    const meant = existsSync(path) ? '' : didYouMean(file, [BUILT_IN]);
    return refusal(2, `${loaded.error.map(formatProblem).join('\n\n')}${meant}`);
  }
  // Over every binding a call has the same numbers: it is listed once for all of them.
  const { numbers } = subscriberNumbers(settings);
  const inputs = { contract, ticket: '', values: {}, runId: 'listen', numbers };
  const planned = loaded.value.flatMap((declared) =>
    expand([declared], inputs).map((exchange) => ({ declared, exchange })),
  );
  const every = planned.find(({ declared, exchange }) => exchange.steps.length !== declared.steps.length);
  if (every) {
    const { file: where, line, column } = every.declared.source;
    const why = 'a scenario makes one call for each step; leave out over: every-binding';
    return refusal(2, `${where}:${line}:${column}: ${why}`);
  }
  const exchanges = planned.map(({ declared, exchange }): Exchange => {
    const steps = exchange.steps.map((step, index) => {
      const named = declared.steps[index]?.with ?? {};
      const values = Object.entries(step.values).filter(([name]) => name in named);
      return { ...step, values: Object.fromEntries(values) };
    });
    return { ...exchange, steps, level: 'must', scenario: 'expected' };
  });
  const { operation, binding } = settings;
  // A filter chooses by any step, and an exchange keeps all of them.
  const steps = exchanges.flatMap((exchange) => exchange.steps.map((step) => ({ ...exchange, ...step })));
  const found = select(steps, { operation, binding });
  if (!found.ok) return refusal(2, found.error.map((problem) => selectionText(problem, settings)).join('\n'));
  return exchanges.filter(({ id }) => found.value.some((step) => step.id === id));
}

/** Words what a scenario asks for, with the URLs to call; cases over several bindings are listed once. */
export function scenarioText(
  exchanges: readonly Exchange[],
  contract: Contract,
  baseUrl: string,
  namespace: string,
): string {
  const groups = groupedBy(linesOf(exchanges), ({ label }) => label);
  const lines = [...groups.values()].flatMap((group) => {
    const [{ label, index, exchange, step }] = group;
    const operation = contract.operations.find(({ name }) => name === step.operation);
    const bindings = group.flatMap((line) => contract.bindings.filter(({ id }) => id === line.step.binding));
    const urls = groupedBy(bindings, ({ method, address }) => {
      const name = address === 'operation' ? `/${step.operation}` : '';
      return `${method} ${baseUrl}${operation?.path}${name}`;
    });
    return [
      ...(index === 0 ? ['', exchange.title] : []),
      `${label.padStart(5)}  ${step.operation}`,
      ...Object.entries(step.values).map(
        ([name, value]) => `       ${name.padEnd(14)}${wantedText(value, label)}`,
      ),
      ...[...urls].map(([url, over]) => `       ${url} (${over.map(({ name }) => name).join(', ')})`),
    ];
  });
  return `Make each of these calls over every binding that is named, with your ServiceTicket, and over SOAP in the namespace
${namespace}, to the letter (--namespace names another). What is not named is up to you
(ASP.NET wants every field over GET and POST, also empty). Each text is what is between its outer quotes; in it, \\n is a
line break. A URL of SOAP gives its WSDL with ?WSDL behind it.
${lines.join('\n')}

`;
}

function wantedText(value: PlannedStep['values'][string], label: string): string {
  if (typeof value !== 'string' && 'step' in value) {
    return `the ${value.field} in the reply to ${label.replace(/\d+$/, `${value.step + 1}`)}`;
  }
  const plain = (text: string) =>
    `"${text.replace(/\p{Cc}/gu, (character) => JSON.stringify(character).slice(1, -1))}"`;
  return [value].flat().map(plain).join(' and ') || 'an empty list';
}
