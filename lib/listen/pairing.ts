import type { Contract, ParameterValue } from '../model/contract.ts';
import type { Exchange, PlannedStep } from '../model/exchange.ts';
import type { Call } from '../model/judging/wire.ts';
import { packetIn } from '../recording/packet-in.ts';
import { shownList } from '../rules/shown.ts';
import { identifierField } from '../rules/structure.ts';
import { counted } from '../text/counted.ts';
import type { SendOutcome } from '../transport/sender.ts';

/** A call that clients are told to make: one step of an exchange. */
export interface Line {
  /** Its number in what clients are told, such as `2.1`. */
  readonly label: string;
  readonly exchange: Exchange;
  /** Step of the exchange, from 0. */
  readonly index: number;
  readonly step: PlannedStep;
}

/** What a call is in a scenario. */
export interface Taken {
  /** Where it belongs, such as `2.1, try 2` or `extra call`. */
  readonly place: string;
  /** The values that were told, as far as they are known by now. */
  readonly values: Values;
}

/** A scenario while clients play it. */
export interface Telling {
  /** Pairs a call with a line. */
  take(call: Call, number: number): Taken;
  /** Notes what came of a call, and what its request breaks; undefined for nothing. */
  answered(number: number, outcome: SendOutcome, broken: string | undefined): void;
  ended(): Played;
}

/** How a scenario was played. */
export interface Played {
  /** The line that a call counts for, by the number of the call. */
  readonly lines: ReadonlyMap<number, Line>;
  /** Calls that a later try of their line replaces. */
  readonly replaced: ReadonlySet<number>;
  /** One for the whole and one for each line. */
  readonly notes: readonly string[];
}

type Values = Readonly<Record<string, ParameterValue>>;

interface Try {
  readonly number: number;
  readonly call: Call;
  /** How many tries of its line there were with it. */
  readonly count: number;
  answer?: { readonly packet: string | undefined; readonly broken: string | undefined };
}

/** The lines of a scenario; cases over several bindings have one number. */
export function linesOf(exchanges: readonly Exchange[]): readonly Line[] {
  const keys = exchanges.map(({ operation, case: id, variant }) => JSON.stringify([operation, id, variant]));
  const numbers = [...new Set(keys)];
  return exchanges.flatMap((exchange, place) =>
    exchange.steps.map((step, index): Line => {
      const number = numbers.indexOf(keys[place] ?? '') + 1;
      return {
        label: exchange.steps.length > 1 ? `${number}.${index + 1}` : `${number}`,
        exchange,
        index,
        step,
      };
    }),
  );
}

/**
 * Pairs the calls of clients with the lines of a scenario. A call is a try of a line of its own operation and binding: of
 * one whose values it has, or else of the unfulfilled one whose values it comes nearest to. A try of an unfulfilled line
 * replaces the one before it. What repeats a fulfilled line is an extra call, and so is what no line is left for.
 */
export function followScenario(exchanges: readonly Exchange[], contract: Contract): Telling {
  const lines = linesOf(exchanges);
  const last = new Map<Line, Try>();
  const tries = new Map<number, Try>();
  const identifier = identifierField(contract);
  let extra = 0;

  /** Values by parameter; undefined until the packet that they ask for was given. */
  function valuesOf({ exchange, step }: Line): Values | undefined {
    const values: Record<string, ParameterValue> = {};
    for (const [name, value] of Object.entries(step.values)) {
      if (typeof value === 'string' || !('step' in value)) values[name] = value;
      else if (value.field === identifier) {
        const send = lines.find((one) => one.exchange === exchange && one.index === value.step);
        const packet = send && last.get(send)?.answer?.packet;
        if (packet === undefined) return undefined;
        values[name] = packet;
      }
    }
    return values;
  }
  /** The first value that a call has otherwise. */
  function difference(line: Line, call: Call): string | undefined {
    const values = valuesOf(line);
    if (!values) return 'its packet was not given';
    const wrong = Object.entries(values).find(([name, value]) => !isSame(value, call.values[name]));
    if (!wrong) return undefined;
    const [name, value] = wrong;
    return `${name}: expected ${shownList([value].flat())}, got ${shownList([call.values[name] ?? []].flat())}`;
  }
  /** What is wrong with a try; what is not answered yet is taken to be right. */
  function fault(line: Line, { call, answer }: Try): string | undefined {
    const isAsked = line.exchange.steps.some(({ reportsOn }) => reportsOn === line.index);
    const lost = answer && isAsked && answer.packet === undefined ? 'its reply gave no packet' : undefined;
    return answer?.broken ?? difference(line, call) ?? lost;
  }
  function isFulfilled(line: Line): boolean {
    const one = last.get(line);
    return one !== undefined && fault(line, one) === undefined;
  }
  function lineFor(call: Call): Line | undefined {
    const known = lines.filter((line) => isOf(line, call) && valuesOf(line) !== undefined);
    const open = known.filter((line) => !isFulfilled(line));
    const same = known.filter((line) => difference(line, call) === undefined);
    if (same.length > 0) return same.find((line) => open.includes(line));
    const likeness = (line: Line) =>
      Object.entries(valuesOf(line) ?? {}).reduce(
        (sum, [name, told]) => sum + alike(told, call.values[name]),
        0,
      );
    return open.toSorted((a, b) => likeness(b) - likeness(a))[0];
  }
  function noteOf(line: Line): string {
    const one = last.get(line);
    const { label, step } = line;
    const wrong = one && fault(line, one);
    const often = !one || one.count === 1 ? '' : `tried ${one.count} times, `;
    const state = !one
      ? 'not seen'
      : wrong === undefined
        ? `seen right${one.count > 1 ? ' at the last' : ''}`
        : `seen wrong: ${wrong}`;
    return `scenario ${label}, ${step.operation} ${step.binding}: ${often}${state}`;
  }

  return {
    take: (call, number) => {
      const line = lineFor(call);
      if (!line) {
        extra += 1;
        const told = lines.filter(({ step }) => step.operation === call.operation.name);
        const names = [...new Set(told.map(({ step }) => step.binding))];
        const elsewhere = names.length > 0 && !names.includes(call.binding.id);
        return { place: `extra call${elsewhere ? `, told over ${names.join(', ')}` : ''}`, values: {} };
      }
      const one = { number, call, count: (last.get(line)?.count ?? 0) + 1 };
      const values = valuesOf(line) ?? {};
      tries.set(number, one);
      last.set(line, one);
      return { place: `${line.label}${one.count > 1 ? `, try ${one.count}` : ''}`, values };
    },
    answered: (number, outcome, broken) => {
      const one = tries.get(number);
      if (one) one.answer = { packet: packetIn({ outcome }, identifier), broken };
    },
    ended: () => {
      const kept = new Map([...last].map(([line, { number }]) => [number, line]));
      const right = lines.filter(isFulfilled).length;
      const unseen = lines.length - last.size;
      const more = extra === 0 ? '' : `; ${counted(extra, 'extra call')} that it does not tell`;
      return {
        lines: kept,
        replaced: new Set([...tries.keys()].filter((number) => !kept.has(number))),
        notes: [
          `scenario: ${right} of ${counted(lines.length, 'call')} seen right, ${last.size - right} seen wrong, ${unseen} not seen${more}`,
          ...lines.map(noteOf),
        ],
      };
    },
  };
}

function isOf({ step }: Line, { operation, binding }: Call): boolean {
  return step.operation === operation.name && step.binding === binding.id;
}

function isSame(told: ParameterValue, actual: ParameterValue | undefined): boolean {
  return JSON.stringify(told) === JSON.stringify(actual);
}

/** How near a value is to the one that was told: 2 for the same, 1 where only signs or leading zeros differ. */
function alike(told: ParameterValue, actual: ParameterValue = ''): number {
  const bare = (value: ParameterValue) =>
    [value]
      .flat()
      .join('')
      .replace(/[^a-z0-9]/gi, '')
      .replace(/^0+/, '');
  return isSame(told, actual) ? 2 : Number(bare(told) === bare(actual));
}
