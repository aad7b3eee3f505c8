/** Rules whose findings say that a reply is over a limit of the suite: they break no requirement. */
export const limitRules: readonly string[] = ['http/limits', 'xml/limits'];

/** Rules about what a case itself expects, which is as open as the case. */
export const caseRules: readonly string[] = ['case/expectation', 'report/same-content'];

/** Rules that compare one call with another, so that they hold for what a service takes as well as for what it refuses. */
export const comparingRules: readonly string[] = ['send/same-meaning'];

/** Rules that look for what others do not look for: by themselves they show of no requirement that it is met. */
export const secondOpinions: readonly string[] = ['result/schema'];

/** Codes of a response that was given up because it is larger than the suite reads: ours and undici's. */
const OVER_LIMIT: readonly string[] = ['RESPONSE_TOO_LARGE', 'UND_ERR_HEADERS_OVERFLOW'];

/** True if a response came that is over a limit of the suite, so that the target did answer. */
export function isOverLimit(code: string): boolean {
  return OVER_LIMIT.includes(code);
}
