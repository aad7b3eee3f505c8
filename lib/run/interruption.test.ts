import { expect, it } from 'vitest';
import { endingSignals, interruption } from './interruption.ts';

const listeners = () => endingSignals.map((signal) => process.rawListeners(signal));

it('gives the signals back to those who had them, and not to those who came meanwhile', () => {
  const [ours, once, runners] = [() => {}, () => {}, () => {}];
  process.on('SIGHUP', ours).once('SIGHUP', once);
  const before = listeners();
  try {
    const taken = interruption(() => {}, false);
    expect(listeners().map(({ length }) => length)).toEqual([1, 1, 1]);
    process.on('SIGHUP', runners);
    taken.reporter.onInit?.({} as never);
    expect(listeners().map(({ length }) => length)).toEqual([1, 1, 1]);
    taken.release();
    expect(listeners()).toEqual(before);
    expect(process.listeners('SIGHUP')).toContain(once);
  } finally {
    for (const one of [ours, once, runners]) process.off('SIGHUP', one);
  }
  expect(process.listeners('SIGHUP')).not.toContain(once);
});
