import { setFlagsFromString } from 'node:v8';

/** Megabytes for what is under way: some replies of the greatest size that is read, each as bytes, text and tree. */
const UNDER_WAY = 256;

/** Kilobytes that a planned exchange takes from the plan to its record. */
const FOR_AN_EXCHANGE = 16;

/** From here on what a run keeps is most of its memory, and half as much again of garbage would be gigabytes. */
const MANY = 20_000;

/** Lets V8 look for garbage as soon as there is a quarter more than it left, instead of half as much again or more. */
const SOONER = '--heap-growing-percent=25';
const AS_EVER = '--heap-growing-percent=0';

/**
 * Flags of Node for the worker that judges. Without a limit V8 leaves garbage lying as long as the machine has room, and
 * a hostile target makes it hundreds of megabytes; with one it takes half.
 */
export function memoryFlags(exchanges: number): string[] {
  const megabytes = UNDER_WAY + Math.ceil((exchanges * FOR_AN_EXCHANGE) / 1024);
  return [
    `--max-old-space-size=${megabytes}`,
    '--max-semi-space-size=16',
    ...(exchanges > MANY ? [SOONER] : []),
  ];
}

/** The same for this process, which is running already, until what it gives back is called. */
export function saveMemory(exchanges: number): () => void {
  if (exchanges <= MANY) return () => {};
  setFlagsFromString(SOONER);
  return () => setFlagsFromString(AS_EVER);
}
