import { endingSignals } from '../ending-signals.ts';

/**
 * In a worker: calls `stop` on Ctrl-C, which a terminal sends to the worker as well, instead of ending with what
 * was judged untold; and ends with the process that reports, so that nothing is sent of which nobody will know.
 * @returns leaves the signals to Vitest again, which ends the worker with one
 */
export function onInterruption(stop: () => void): () => void {
  // Not `process.exit`, which Vitest makes throw in a worker.
  const die = () => process.kill(process.pid, 'SIGKILL');
  for (const signal of endingSignals) process.on(signal, stop);
  process.on('disconnect', die);
  return () => {
    for (const signal of endingSignals) process.off(signal, stop);
    process.off('disconnect', die);
  };
}
