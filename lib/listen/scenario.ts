import { join } from 'node:path';
import { requestForms } from '../bindings/probe-changes.ts';
import { loadCases } from '../cases/load-cases.ts';
import { formatProblem } from '../cases/yaml/format-problem.ts';
import type { Contract } from '../model/contract.ts';
import type { Exchange, PlannedStep } from '../model/exchange.ts';
import { type Refusal, type Result, refusal } from '../model/result.ts';
import type { Declarations } from '../model/running/run-plan.ts';
import type { Settings } from '../model/running/settings.ts';
import { expand } from '../plan/expand.ts';
import { shownText } from '../rules/shown.ts';
import { casesFolder } from '../run/built-in.ts';
import { subscriberNumbers } from '../run/sends/subscriber-numbers.ts';

/** The scenario that the suite brings along. */
const BUILT_IN = 'built-in';

/**
 * Loads a scenario, which is a file of cases: what they name is told, everything else is left to the client. The ticket
 * is always the client's own.
 *
 * @param file `built-in` for ours
 */
export function loadScenario(
  file: string,
  settings: Settings,
  { contract, register }: Declarations,
): Result<readonly Exchange[], Refusal> {
  const path = file === BUILT_IN ? join(casesFolder, 'scenarios', 'client.yaml') : file;
  const requirements = register.map(({ id }) => id);
  const loaded = loadCases([path], contract, requirements, requestForms);
  const refused = (message: string) => ({ ok: false, error: refusal(2, message) }) as const;
  if (!loaded.ok) return refused(loaded.error.map(formatProblem).join('\n\n'));
  const inputs = { contract, ticket: '', values: {}, runId: 'listen', numbers: subscriberNumbers(settings) };
  const { operation = [], binding = [] } = settings.filters;
  const exchanges: Exchange[] = [];
  for (const declared of loaded.value) {
    for (const exchange of expand([declared], inputs)) {
      if (exchange.steps.length !== declared.steps.length) {
        const { file: where, line, column } = declared.source;
        return refused(
          `${where}:${line}:${column}: a scenario makes one call for each step; leave out over: every-binding`,
        );
      }
      const steps = exchange.steps.map((step, index) => {
        const named = Object.keys(declared.steps[index]?.with ?? {});
        const values = Object.entries(step.values).filter(([name]) => named.includes(name));
        return { ...step, values: Object.fromEntries(values) };
      });
      const chosen = steps.some(
        (step) =>
          (operation.length === 0 || operation.includes(step.operation)) &&
          (binding.length === 0 || binding.includes(step.binding)),
      );
      if (chosen) exchanges.push({ ...exchange, steps, level: 'must', scenario: 'told' });
    }
  }
  if (exchanges.length === 0)
    return refused(
      `--operation and --binding leave nothing of the scenario ${file}; remove or widen a filter`,
    );
  return { ok: true, value: exchanges };
}

/** What a scenario asks for, in words; cases over several bindings are told once. */
export function scenarioText(exchanges: readonly Exchange[], contract: Contract): string {
  const cases = new Map<string, Exchange[]>();
  for (const exchange of exchanges) {
    const key = `${exchange.operation}/${exchange.case}/${exchange.variant ?? ''}`;
    cases.set(key, [...(cases.get(key) ?? []), exchange]);
  }
  const lines = [...cases.values()].map((group, number) => {
    const [first] = group;
    const names = group.map(
      ({ binding }) => contract.bindings.find(({ id }) => id === binding)?.name ?? binding,
    );
    const steps = (first?.steps ?? []).map((step) => `     ${stepText(step)}`);
    return [`${String(number + 1).padStart(3)}  ${first?.title}; over ${names.join(', ')}:`, ...steps].join(
      '\n',
    );
  });
  return `Call, once over each binding that is named, with your ServiceTicket; what is not named is up to you (ASP.NET wants every field over GET and POST, also empty):\n${lines.join('\n')}\n`;
}

function stepText({ operation, values }: PlannedStep): string {
  const named = Object.entries(values).map(([name, value]) => {
    if (typeof value !== 'string' && 'step' in value) {
      return `${name} the ${value.field} that the reply to call ${value.step + 1} of these gave`;
    }
    return `${name} ${[value].flat().map(shownText).join(', ') || 'an empty list'}`;
  });
  return `${operation}${named.length === 0 ? '' : ` with ${named.join('; ')}`}`;
}
