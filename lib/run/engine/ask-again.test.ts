import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onceKnown, reportPatience } from './ask-again.ts';
import type { ExchangeRun, JudgedCall, ReportPatience } from './calls.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** Moves the clock as far as a pause asks for. */
const pause = async (ms: number) => void vi.setSystemTime(Date.now() + Math.max(0, ms));

/** A report as judged: refused, with what that breaks, or right. */
function report(isKnown: boolean, over = 'soap12'): JudgedCall {
  const record = { operation: 'R', binding: over, startedAt: Date.now(), endedAt: Date.now() };
  const binding = { response: { status: 200 } };
  const refused = { reached: 'response', binding, response: { status: 500 }, reply: { kind: 'other' } };
  const findings = isKnown ? [] : [{ level: 'must', rule: 'http/status' }];
  const evidence = isKnown
    ? {
        ...refused,
        reached: 'reply',
        response: { status: 200 },
        reply: { kind: 'packet-result' },
        identifier: { text: 'P1' },
        deliveries: [{}],
        packet: { texts: { PacketID: 'P1' }, deliveries: [{}] },
      }
    : refused;
  return { record, findings, evidence, reply: isKnown ? evidence : null } as unknown as JudgedCall;
}

/** A send that ended just now, and a report on its packet, which is known so long after its send; returns the judged report and its tries. */
async function asked(
  knownAfter: number,
  patience: ReportPatience,
  isKnown = (age: number, _tries: number) => age >= knownAfter,
  sendMs = 0,
  binding = 'soap12',
  age = 0,
) {
  const sentAt = Date.now() - age;
  const exchange = { steps: [{}, { reportsOn: 0 }] };
  const calls = [{ record: { startedAt: sentAt - sendMs, endedAt: sentAt } }];
  const run = { source: { kind: 'live', patience }, exchange, calls } as unknown as ExchangeRun;
  let tries = 0;
  const ask = async () => {
    tries += 1;
    return report(isKnown(Date.now() - sentAt, tries), binding);
  };
  const judged = await onceKnown(run, report(isKnown(age, 0), binding), ask, pause);
  return { isRight: judged.reply !== null, tries };
}

it('a report that is refused until its packet is known is right, and says which pause was enough', async () => {
  const patience = reportPatience();
  expect(await asked(300, patience)).toEqual({ isRight: true, tries: 7 });
  expect(patience.enoughMs).toBe(400);
  // Others that were under way wait as long.
  expect(await asked(300, patience)).toEqual({ isRight: true, tries: 1 });
});

it('a report that is refused once alone stays as it is', async () => {
  const patience = reportPatience();
  const isKnown = (_: number, tries: number) => tries > 0;
  expect(await asked(0, patience, isKnown)).toEqual({ isRight: false, tries: 1 });
  expect(patience.enoughMs).toBe(0);
});

it('a packet that is never known is asked for over each binding until 3.2 s are over, and then no more', async () => {
  const patience = reportPatience();
  expect(await asked(Number.POSITIVE_INFINITY, patience)).toEqual({ isRight: false, tries: 9 });
  expect(await asked(Number.POSITIVE_INFINITY, patience)).toEqual({ isRight: false, tries: 0 });
});

it('a gateway that knew another packet as early is not late', async () => {
  const patience = reportPatience();
  expect(await asked(0, patience)).toEqual({ isRight: true, tries: 0 });
  expect(await asked(300, patience)).toEqual({ isRight: false, tries: 0 });
});

it('a gateway whose packet a busy machine saw late is late all the same, but not after another was known', async () => {
  const patience = reportPatience();
  // A report that knew its packet may have been read at any time of 60 ms.
  expect(await asked(0, patience, undefined, 60)).toEqual({ isRight: true, tries: 0 });
  expect(await asked(40, patience)).toEqual({ isRight: true, tries: 4 });
  expect(patience.enoughMs).toBe(50);
  const other = reportPatience();
  expect(await asked(0, other, undefined, 60)).toEqual({ isRight: true, tries: 0 });
  expect(await asked(300, other)).toEqual({ isRight: false, tries: 4 });
});

it('a gateway that knows packets late over one binding alone is late over that', async () => {
  const patience = reportPatience();
  for (const binding of ['soap11', 'soap12', 'http-post'])
    expect(await asked(0, patience, undefined, 5, binding)).toEqual({ isRight: true, tries: 0 });
  expect(await asked(300, patience, undefined, 5, 'http-get')).toEqual({ isRight: true, tries: 7 });
  expect(patience.enoughMs).toBe(400);
  // One that is later still waits longer than the others.
  expect(await asked(700, patience, undefined, 5, 'http-late', 400)).toEqual({ isRight: true, tries: 3 });
  expect(patience.enoughMs).toBe(800);
});

it('a report that is right at once when asked again was late where most others were refused as well', async () => {
  // Each request takes so long that the packet is known by the second.
  const isKnown = (_: number, tries: number) => tries > 0;
  const patience = { ...reportPatience(), atOnce: { refused: 2, known: 3 } };
  expect(await asked(0, patience, isKnown)).toEqual({ isRight: false, tries: 1 });
  const late = { ...reportPatience(), atOnce: { refused: 2, known: 1 } };
  expect(await asked(0, late, isKnown)).toEqual({ isRight: true, tries: 2 });
  expect(late.enoughMs).toBe(25);
});

it('nothing is asked again without patience', async () => {
  expect(await asked(300, undefined as unknown as ReportPatience)).toEqual({ isRight: false, tries: 0 });
});
