/**
 * Returns the most memory in megabytes that a process ever held, from its /proc/PID/status. `maxRSS` of Node is not that:
 * Linux starts it at the peak of the process that started this one, which here is the one of all tests.
 */
export function peakMegabytes(status: string): number {
  const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(status) ?? [];
  return Math.round(Number(kilobytes) / 1_024);
}
