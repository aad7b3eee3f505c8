import { pairText } from '../findings/value-text.ts';
import type { Call, Contract, ParameterValue, ParameterValues } from '../model/contract.ts';
import { type Exchange, isCapture, type PlannedStep } from '../model/exchange.ts';
import type { Finding } from '../model/judging/finding.ts';
import type { RecordedCall } from '../model/judging/verdict.ts';
import { counted } from '../text/counted.ts';

export interface HeardCall {
  /** From 1. */
  readonly number: number;
  readonly call: Call;
  /** Why it is red, or an empty text, where it is left out of the reports; it has no values and no answer then. */
  readonly leftOut?: string;
  /** The line of a scenario that it is a try of. */
  line?: Line;
  /** The packet of its reply. */
  packet?: string | undefined;
  answer?: {
    readonly made: RecordedCall;
    /** The exchange of the call alone, which counts where no line of a scenario has it. */
    readonly exchange: Exchange;
    /** The first breach of its request, in words. */
    readonly broken: string | undefined;
  };
}

/** A call that a scenario wants: one step of an exchange. */
export interface Line {
  /** Its number in the scenario, such as `2.1`. */
  readonly label: string;
  readonly exchange: Exchange;
  /** Step of the exchange, from 0. */
  readonly index: number;
  readonly step: PlannedStep;
  /** The last one counts. */
  readonly tries: HeardCall[];
}

/** Words a finding. */
export function breachText(finding: Finding): string {
  const { expected, actual } = pairText(finding);
  return `${finding.path}: expected ${expected}, got ${actual}`;
}

const NOT_SEEN = 'not seen';
/** The fault of a report on the packet of a send that was corrected since. */
const NOT_REPEATED = 'right for the packet of a replaced try, not repeated after the corrected send';

/** A scenario while clients play it. */
export type Pairing = ReturnType<typeof followScenario>;

/** Returns the lines of a scenario; cases over several bindings have one number. */
export function linesOf(exchanges: readonly Exchange[]): readonly Line[] {
  const keys = exchanges.map(({ operation, case: id, variant }) => JSON.stringify([operation, id, variant]));
  const numbers = [...new Set(keys)];
  return exchanges.flatMap((exchange, place) => {
    const number = `${numbers.indexOf(keys[place] ?? '') + 1}`;
    return exchange.steps.map((step, index): Line => {
      const label = exchange.steps.length > 1 ? `${number}.${index + 1}` : number;
      return { label, exchange, index, step, tries: [] };
    });
  });
}

/**
 * Pairs the calls of clients with the lines of a scenario. A call is a try of a line of its operation and binding: of one
 * whose values it has, or else of the one that it comes nearest to. That may be a fulfilled line, whose last try decides,
 * where at least half of its values agree. A repetition of a fulfilled line without a breach is an extra call, and so is
 * what no line is left for.
 */
export function followScenario(exchanges: readonly Exchange[], contract: Contract) {
  const lines = linesOf(exchanges);
  let extra = 0;
  /** Repetitions of fulfilled lines that were not judged yet. */
  let repeated: { readonly call: HeardCall; readonly line: Line }[] = [];

  /** Returns values by parameter; undefined until their packet is known. A call is right for the packet of an earlier try, too. */
  function valuesOf({ exchange, step }: Line, call?: Call): ParameterValues | undefined {
    const values: Record<string, ParameterValue> = {};
    for (const [name, value] of Object.entries(step.values)) {
      if (!isCapture(value)) values[name] = value;
      else if (value.field === contract.packetResult.identifier) {
        const send = lines.find((line) => line.exchange === exchange && line.index === value.step);
        const packets = (send?.tries ?? []).map((attempt) => attempt.packet);
        const packet = packets.at(-1);
        if (packet === undefined) return undefined;
        const asked = call?.values[name];
        values[name] = packets.find((tried) => tried !== undefined && tried === asked) ?? packet;
      }
    }
    return values;
  }
  /** True if the last try of a line asks for the packet of a send that was corrected since. */
  function isOutdated(line: Line): boolean {
    const last = line.tries.at(-1);
    return last !== undefined && !isSame(valuesOf(line), valuesOf(line, last.call));
  }
  /** Returns what is wrong with the last try of a line; the reply to one that is not answered yet is taken to be right. */
  function fault(line: Line): string | undefined {
    const last = line.tries.at(-1);
    if (!last) return NOT_SEEN;
    const { answer } = last;
    if (answer?.broken !== undefined) return answer.broken;
    if (isOutdated(line)) return NOT_REPEATED;
    const wanted = valuesOf(line, last.call);
    if (!wanted) return 'its packet is not known';
    // One that is not answered yet was not judged either.
    const isRight = Object.entries(wanted).every(([name, value]) => isSame(value, last.call.values[name]));
    if (!answer && !isRight) return 'its values are not those of the scenario';
    const isAsked = line.exchange.steps.some(({ reportsOn }) => reportsOn === line.index);
    return answer && isAsked && last.packet === undefined ? 'its reply has no packet' : undefined;
  }
  function linesFor(call: Call) {
    const known = lines.flatMap((line) => {
      const { operation, binding } = line.step;
      const values = valuesOf(line, call);
      if (operation !== call.operation.name || binding !== call.binding.id || !values) return [];
      const alikes = Object.entries(values).map(([name, value]) => alike(value, call.values[name]));
      const likeness = alikes.reduce((a, b) => a + b, 0);
      const isNear = likeness > 0 && likeness >= (alikes.length * SAME) / 2;
      const isOpen = fault(line) !== undefined;
      return [{ line, isRight: alikes.every((degree) => degree === SAME), likeness, isNear, isOpen }];
    });
    const right = known.filter(({ isRight }) => isRight);
    const near = right.length > 0 ? right : known.filter(({ isNear, isOpen }) => isNear || isOpen);
    const [best] = near.toSorted((a, b) => b.likeness - a.likeness || Number(b.isOpen) - Number(a.isOpen));
    const isRepeated = best?.isRight && !best.isOpen;
    return isRepeated ? { repeats: best.line } : { line: best?.line };
  }
  /** Makes a repetition that broke a rule the last try of its line. */
  function addBroken(): void {
    for (const { call, line } of repeated) {
      if (call.answer?.broken === undefined) continue;
      call.line = line;
      line.tries.push(call);
      line.tries.sort((a, b) => a.number - b.number);
      extra -= 1;
    }
    repeated = repeated.filter(({ call }) => !call.answer);
  }
  function noteOf(line: Line): string {
    const { label, step, tries } = line;
    const wrong = fault(line);
    const often = tries.length > 1 ? `tried ${tries.length} times, ` : '';
    const right = `seen right${tries.length > 1 ? ' at the last' : ''}`;
    const isPlain = wrong === NOT_SEEN || wrong === NOT_REPEATED;
    const seen = wrong === undefined ? right : isPlain ? wrong : `seen wrong: ${wrong}`;
    return `scenario ${label}, ${step.operation} ${step.binding}: ${often}${seen}`;
  }

  return {
    /** Pairs a call with a line. Returns its place, such as `2.1, try 2`, and the values that the line wants. */
    take: (heard: HeardCall) => {
      addBroken();
      const { line, repeats } = linesFor(heard.call);
      if (!line) {
        extra += 1;
        if (repeats) repeated.push({ call: heard, line: repeats });
        return { place: 'extra call', values: {} };
      }
      const values = valuesOf(line, heard.call);
      const count = line.tries.push(heard);
      heard.line = line;
      return { place: `${line.label}${count > 1 ? `, try ${count}` : ''}`, values };
    },
    /** True if a call counts for its line. */
    counts: (heard: HeardCall) => {
      addBroken();
      return heard.line?.tries.at(-1) === heard && !isOutdated(heard.line);
    },
    /** Tells how the scenario was played. */
    ended: () => {
      addBroken();
      const faults = lines.map(fault);
      const right = faults.filter((found) => found === undefined).length;
      const unseen = faults.filter((found) => found === NOT_SEEN).length;
      const wrong = lines.length - right - unseen;
      const more = extra === 0 ? '' : `; ${counted(extra, 'extra call')}`;
      const sum = `scenario: ${right} of ${counted(lines.length, 'call')} seen right, ${wrong} seen wrong, ${unseen} not seen`;
      return {
        /** Exchanges of the scenario; one whose report was not repeated once its send was corrected is missing. */
        exchanges: exchanges.map((exchange) => {
          const late = lines.find((line) => line.exchange === exchange && isOutdated(line));
          return late ? { ...exchange, missing: `step ${late.index + 1}: ${NOT_REPEATED}` } : exchange;
        }),
        /** A note for the whole and one for each line. */
        notes: [`${sum}${more}`, ...lines.map(noteOf)],
      };
    },
  };
}

function isSame(wanted: unknown, actual: unknown): boolean {
  return JSON.stringify(wanted) === JSON.stringify(actual);
}

/** The likeness of two equal values. */
const SAME = 2;

/** Returns how near a value is to the wanted one: 1 where only signs or leading zeros differ. */
function alike(wanted: ParameterValue, actual: ParameterValue = ''): number {
  const bare = (value: ParameterValue) => String(value).replace(/^[^a-z1-9]+|[^a-z0-9]/gi, '');
  return isSame(wanted, actual) ? SAME : Number(bare(wanted) === bare(actual));
}
