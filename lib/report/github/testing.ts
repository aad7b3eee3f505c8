/** A reader of output as GitHub Actions is one, for the tests of what is printed for it. */

export interface Obeyed {
  readonly command: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

/**
 * The commands that a runner of GitHub Actions obeys in what a step prints: `::command` where a line begins, after
 * white space too, and the older `##[command]` anywhere in one; none while they are stopped.
 */
export function obeyed(output: string): readonly Obeyed[] {
  const found: Obeyed[] = [];
  let token: string | undefined;
  for (const line of output.split(/\r\n|[\r\n]/)) {
    const one = commandIn(line);
    if (one === undefined) continue;
    if (token !== undefined) {
      if (one.command === token) token = undefined;
    } else if (one.command === 'stop-commands') token = one.message;
    else found.push(one);
  }
  return found;
}

function commandIn(line: string): Obeyed | undefined {
  const [, command = '', said = '', message = ''] =
    /^\s*::([^\s:]+)(?: (.*?))?::(.*)$/s.exec(line) ??
    /##\[([^\s\]]+)(?: ([^\]]*))?\](.*)$/s.exec(line) ??
    [];
  if (command === '') return undefined;
  const properties = said.split(/[,;]/).flatMap((one) => {
    const [name = '', ...value] = one.split('=');
    return name === '' ? [] : [[name, unescaped(value.join('='))] as const];
  });
  return { command, properties: Object.fromEntries(properties), message: unescaped(message) };
}

function unescaped(text: string): string {
  return text.replace(/%(?:0D|0A|3A|2C|25)/g, decodeURIComponent);
}
