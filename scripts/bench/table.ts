import type { Measure } from './measure.ts';

/** Writes what several commands took, a line each. */
export function printTable(rows: readonly (readonly [name: string, measured: Measure])[]): void {
  const line = (name: string, wall: string, cpu: string, peaks: string) =>
    `${name.padEnd(44)}${wall.padStart(8)}${cpu.padStart(10)}  ${peaks}\n`;
  process.stdout.write(line('', 'wall s', 'cpu s', 'peak RSS MB, each process'));
  for (const [name, { wall, cpu, peaks }] of rows) {
    const megabytes = peaks.map((peak) => peak.toFixed(0)).join(' + ');
    process.stdout.write(line(name, wall.toFixed(2), cpu.toFixed(2), megabytes));
  }
}

/** Writes whether a figure is at most as large as it may be. */
export function printBar(what: string, figure: number, most: number, unit = ''): void {
  const held = figure <= most ? 'held' : 'MISSED';
  process.stdout.write(
    `${what.padEnd(60)}${figure.toFixed(2).padStart(8)}${unit}, bar ${most}${unit}: ${held}\n`,
  );
}
