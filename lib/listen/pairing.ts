import { valueText } from '../findings/value-text.ts';
import { listed, quoted } from '../judge/rules/values.ts';
import type { Call, Contract, ParameterValue } from '../model/contract.ts';
import type { Exchange, PlannedStep } from '../model/exchange.ts';
import type { RecordedCall } from '../model/judging/verdict.ts';
import { packetIn } from '../recording/recorded-values.ts';
import { counted } from '../text/counted.ts';

/** A call that a scenario wants: one step of an exchange. */
export interface Line {
  /** Its number in the scenario, such as `2.1`. */
  readonly label: string;
  readonly exchange: Exchange;
  /** Step of the exchange, from 0. */
  readonly index: number;
  readonly step: PlannedStep;
}

/** What is said of a report on the packet of a send that was corrected since. */
const NOT_REPEATED = 'right for the packet of a replaced try, not repeated after the corrected send';

type Values = Readonly<Record<string, ParameterValue>>;

/** A scenario while clients play it. */
export interface Pairing {
  /** Pairs a call with a line, and returns its place, such as `2.1, try 2` or `extra call`, with the values that the line wants. */
  take(call: Call, number: number): { readonly place: string; readonly values: Values };
  /** Notes what came of a call, and what its request breaks; undefined for nothing. */
  answered(number: number, outcome: RecordedCall['outcome'], broken: string | undefined): void;
  ended(): Played;
}

/** How a scenario was played. */
export interface Played {
  /** By the number of a call the line that it counts for; null where a later try of its line replaces it. */
  readonly lines: ReadonlyMap<number, Line | null>;
  /** One for the whole and one for each line. */
  readonly notes: readonly string[];
  /** By the id of an exchange, which report was not repeated once its send was corrected. */
  readonly notRepeated: ReadonlyMap<string, string>;
}

/** A call that was taken for a line. */
interface Try {
  readonly number: number;
  readonly line: Line;
  readonly call: Call;
  answer?: { readonly packet: string | undefined; readonly broken: string | undefined };
}

/** The lines of a scenario; cases over several bindings have one number. */
export function linesOf(exchanges: readonly Exchange[]): readonly Line[] {
  const keys = exchanges.map(({ operation, case: id, variant }) => JSON.stringify([operation, id, variant]));
  const numbers = [...new Set(keys)];
  return exchanges.flatMap((exchange, place) => {
    const number = `${numbers.indexOf(keys[place] ?? '') + 1}`;
    return exchange.steps.map((step, index): Line => {
      const label = exchange.steps.length > 1 ? `${number}.${index + 1}` : number;
      return { label, exchange, index, step };
    });
  });
}

/**
 * Pairs the calls of clients with the lines of a scenario. A call is a try of a line of its operation and binding: of one
 * whose values it has, or else of the unfulfilled one that it comes nearest to. The last try of a line counts. What repeats
 * a fulfilled line is an extra call, and so is what no line is left for.
 */
export function followScenario(exchanges: readonly Exchange[], contract: Contract): Pairing {
  const lines = linesOf(exchanges);
  const tries: Try[] = [];
  const { identifier } = contract.packetResult;
  let extra = 0;

  function lastOf(line: Line): Try | undefined {
    return tries.findLast((one) => one.line === line);
  }
  /**
   * Values by parameter; undefined until the packet that they ask for is known. A call may ask for the packet of an
   * earlier try of its send, and is right for that one.
   */
  function valuesOf({ exchange, step }: Line, call?: Call): Values | undefined {
    const values: Record<string, ParameterValue> = {};
    for (const [name, value] of Object.entries(step.values)) {
      if (typeof value === 'string' || !('step' in value)) values[name] = value;
      else if (value.field === identifier) {
        const send = lines.find((one) => one.exchange === exchange && one.index === value.step);
        const packet = send && lastOf(send)?.answer?.packet;
        if (packet === undefined) return undefined;
        const own = call?.values[name];
        const isOfTry = tries.some((one) => one.line === send && one.answer?.packet === own);
        values[name] = own !== undefined && isOfTry ? own : packet;
      }
    }
    return values;
  }
  /** The first value that a call has otherwise. */
  function difference(line: Line, call: Call, values = valuesOf(line)): string | undefined {
    if (!values) return 'its packet is not known';
    const wrong = Object.entries(values).find(([name, value]) => !isSame(value, call.values[name]));
    if (!wrong) return undefined;
    const [name, value] = wrong;
    return `${name}: expected ${shownTexts(value)}, got ${shownTexts(call.values[name] ?? [])}`;
  }
  /** True if a try asks for the packet of a send that was corrected since. */
  function isOutdated(one: Try | undefined): boolean {
    if (!one) return false;
    const { line, call } = one;
    return JSON.stringify(valuesOf(line)) !== JSON.stringify(valuesOf(line, call));
  }
  /** What is wrong with a try; what is not answered yet is taken to be right. */
  function fault(one: Try): string | undefined {
    const { line, call, answer } = one;
    const isAsked = line.exchange.steps.some(({ reportsOn }) => reportsOn === line.index);
    const lost = answer && isAsked && answer.packet === undefined ? 'its reply has no packet' : undefined;
    return answer?.broken ?? (isOutdated(one) ? NOT_REPEATED : difference(line, call)) ?? lost;
  }
  function isFulfilled(line: Line): boolean {
    const one = lastOf(line);
    return one !== undefined && fault(one) === undefined;
  }
  function lineFor(call: Call): Line | undefined {
    const known = lines.filter((line) => isOf(line, call) && valuesOf(line) !== undefined);
    const open = known.filter((line) => !isFulfilled(line));
    const same = known.filter((line) => difference(line, call, valuesOf(line, call)) === undefined);
    if (same.length > 0) return same.find((line) => open.includes(line));
    const likeness = (line: Line) => {
      const wanted = Object.entries(valuesOf(line, call) ?? {});
      return wanted.reduce((sum, [name, value]) => sum + alike(value, call.values[name]), 0);
    };
    return open.toSorted((a, b) => likeness(b) - likeness(a))[0];
  }
  function extraPlace({ operation, binding }: Call): string {
    const same = lines.filter(({ step }) => step.operation === operation.name);
    const names = [...new Set(same.map(({ step }) => step.binding))];
    if (names.length === 0 || names.includes(binding.id)) return 'extra call';
    return `extra call, in the scenario over ${names.join(', ')}`;
  }
  function noteOf(line: Line): string {
    const count = tries.filter((one) => one.line === line).length;
    const last = lastOf(line);
    const wrong = last && fault(last);
    const often = count > 1 ? `tried ${count} times, ` : '';
    const right = `seen right${count > 1 ? ' at the last' : ''}`;
    const seen = wrong === undefined ? right : wrong === NOT_REPEATED ? wrong : `seen wrong: ${wrong}`;
    const { label, step } = line;
    return `scenario ${label}, ${step.operation} ${step.binding}: ${often}${last ? seen : 'not seen'}`;
  }

  return {
    take: (call, number) => {
      const line = lineFor(call);
      if (!line) {
        extra += 1;
        return { place: extraPlace(call), values: {} };
      }
      const values = valuesOf(line, call) ?? {};
      tries.push({ number, line, call });
      const count = tries.filter((one) => one.line === line).length;
      return { place: `${line.label}${count > 1 ? `, try ${count}` : ''}`, values };
    },
    answered: (number, outcome, broken) => {
      const one = tries.find((each) => each.number === number);
      if (one) one.answer = { packet: packetIn({ outcome }, identifier), broken };
    },
    ended: () => {
      const counting = tries.filter((one) => lastOf(one.line) === one && !isOutdated(one));
      const outdated = lines.filter((line) => isOutdated(lastOf(line)));
      const right = lines.filter(isFulfilled).length;
      const unseen = lines.filter((line) => !lastOf(line)).length;
      const wrong = lines.length - right - unseen;
      const more = extra === 0 ? '' : `; ${counted(extra, 'extra call')}`;
      const sum = `scenario: ${right} of ${counted(lines.length, 'call')} seen right, ${wrong} seen wrong, ${unseen} not seen`;
      return {
        lines: new Map(tries.map((one) => [one.number, counting.includes(one) ? one.line : null])),
        notRepeated: new Map(
          outdated.map((line) => [line.exchange.id, `step ${line.index + 1}: ${NOT_REPEATED}`]),
        ),
        notes: [`${sum}${more}`, ...lines.map(noteOf)],
      };
    },
  };
}

function isOf({ step }: Line, { operation, binding }: Call): boolean {
  return step.operation === operation.name && step.binding === binding.id;
}

function isSame(wanted: ParameterValue, actual: ParameterValue | undefined): boolean {
  return JSON.stringify(wanted) === JSON.stringify(actual);
}

/** How near a value is to the one that is wanted: 2 for the same, 1 where only signs or leading zeros differ. */
function alike(wanted: ParameterValue, actual: ParameterValue = ''): number {
  const bare = (value: ParameterValue) =>
    [value]
      .flat()
      .join('')
      .replace(/[^a-z0-9]/gi, '')
      .replace(/^0+/, '');
  return isSame(wanted, actual) ? 2 : Number(bare(wanted) === bare(actual));
}

function shownTexts(value: ParameterValue): string {
  return valueText(listed([value].flat().map(quoted)));
}
