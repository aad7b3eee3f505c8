/**
 * Rules whose findings say that a reply is over a limit of the suite, so that it was not read. They break no
 * requirement: what the contract says of such a reply is not known.
 */
export const LIMIT_RULES: readonly string[] = ['http/limits', 'xml/limits'];
