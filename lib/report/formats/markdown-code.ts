/** A Markdown code block; its fence is longer than any run of backticks inside. */
export function codeBlock(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}text\n${text}\n${fence}`;
}

/** A Markdown code span of a text on one line; its fence is longer than any run of backticks inside. */
export function codeSpan(text: string): string {
  const fence = '`'.repeat(longestRun(text) + 1);
  return /^`|`$|^\s*$/.test(text) ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
