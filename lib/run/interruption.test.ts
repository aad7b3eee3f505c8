import { expect, it } from 'vitest';
import { endingSignals, interruption } from './interruption.ts';

const listeners = () => endingSignals.map((signal) => process.rawListeners(signal));

it('gives the signals back to those who had them, and not to those who came meanwhile', async () => {
  const [ours, once, runners] = [() => {}, () => {}, () => {}];
  process.on('SIGHUP', ours).once('SIGHUP', once);
  const before = listeners();
  try {
    const taken = interruption(() => {}, false);
    expect(listeners()).toEqual(before);
    taken.takeOver();
    expect(listeners().map(({ length }) => length)).toEqual([1, 1, 1]);
    process.on('SIGHUP', runners);
    await Promise.resolve();
    expect(listeners().map(({ length }) => length)).toEqual([1, 1, 1]);
    taken.release();
    expect(listeners()).toEqual(before);
    expect(process.listeners('SIGHUP')).toContain(once);
  } finally {
    for (const listener of [ours, once, runners]) process.off('SIGHUP', listener);
  }
  expect(process.listeners('SIGHUP')).not.toContain(once);
});

it('hears a signal that arrived while this process was busy, and ends the wait for a worker that never began', async () => {
  const told: string[] = [];
  const taken = interruption((text) => told.push(text), false);
  const earlier = () => {};
  process.on('SIGINT', earlier);
  try {
    process.kill(process.pid, 'SIGINT');
    // Node calls listeners when it next comes to its events.
    taken.takeOver();
    for (let turns = 0; turns < 1_000; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(told).toEqual(['interrupted: no further exchange starts; press Ctrl-C again to end at once\n']);
    await taken.abandoned;
  } finally {
    taken.release();
    process.off('SIGINT', earlier);
  }
});
