import { expect, it, vi } from 'vitest';
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

it('hears a signal that arrived while this process was busy, whatever takes the signals over meanwhile', async () => {
  const told: string[] = [];
  const { exitCode } = process;
  const taken = interruption((text) => told.push(text), false);
  try {
    process.kill(process.pid, 'SIGINT');
    // Node calls listeners when it next comes to its events.
    taken.reporter.onInit?.({} as never);
    await vi.waitFor(() => expect(taken.happened()).toBe(true));
    expect(told).toEqual(['interrupted: no further exchange starts; press Ctrl-C again to end at once\n']);
  } finally {
    taken.release();
    process.exitCode = exitCode;
  }
});
