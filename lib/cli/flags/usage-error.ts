export const TICKET_IS_NO_ARGUMENT =
  'error: a ticket is a secret and cannot be an argument; set POSTSMS_TICKET, or name its file with --ticket-file (- is standard input).';

/** Commander's message about an option that there is not; what it suggests stands on a line of its own. */
const UNKNOWN_OPTION = /^error: unknown option '(.*)'(?=\s*(?:\n\(Did you mean .*\)\s*)?$)/s;

/** Commander's message about an argument that is not given. */
const MISSING = /^(error: missing required argument '(.*)')\s*$/;

/** What is meant by an argument that is not given, and how it is given. */
const EXAMPLES: Readonly<Record<string, string>> = {
  dirs: 'the report folders of all shards, as in `merge reports/shard-1 reports/shard-2`',
  old: 'the results of the earlier run, as in `diff before reports`',
  new: 'the results of the later run, as in `diff before reports`',
  id: 'the id of an exchange, as in `show SendBulkSms/canonical/soap11`',
};

/**
 * Commander's message with an example where an argument is missing, and without the value of an option that there is
 * not: it may be a ticket, which was not given as the argument that it must not be only because its option is misspelt.
 */
export function usageMistake(text: string): string {
  return told(text).trimEnd();
}

function told(text: string): string {
  const [, missing, argument = ''] = MISSING.exec(text) ?? [];
  if (missing !== undefined) return `${missing}: ${EXAMPLES[argument] ?? argument}`;
  const given = UNKNOWN_OPTION.exec(text)?.[1];
  if (given === undefined) return text;
  const name = given.startsWith('--') ? given.replace(/=.*$/s, '') : given.slice(0, 2);
  if (/^[^=]*ticket/i.test(given)) return TICKET_IS_NO_ARGUMENT;
  return text.replace(given, () => name);
}
