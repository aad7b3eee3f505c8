/** Megabytes for what is under way: some replies of the greatest size that is read, each as bytes, text and tree. */
const UNDER_WAY = 256;

/** Kilobytes that a planned exchange takes from the plan to its record. */
const FOR_AN_EXCHANGE = 16;

/**
 * Flags of Node for the worker that judges. Without a limit V8 leaves garbage lying as long as the machine has room, and
 * a hostile target makes it hundreds of megabytes; with one it takes half.
 */
export function memoryFlags(exchanges: number): string[] {
  const megabytes = UNDER_WAY + Math.ceil((exchanges * FOR_AN_EXCHANGE) / 1024);
  return [`--max-old-space-size=${megabytes}`, '--max-semi-space-size=16'];
}
