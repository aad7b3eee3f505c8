import { swallowedFrom } from './swallowed-flags.ts';

type Flags = Readonly<Record<string, unknown>>;

/**
 * Why a command has more or fewer arguments than it takes, where a flag is to blame for it: npm took the flag for
 * itself and left its value behind, or the flag took the argument for its value. Nothing where none is.
 *
 * @param text commander's message
 * @param flagsOf the flags that a command was given
 */
export function misplacedArguments(
  text: string,
  flagsOf: (command: string) => Flags,
  environment: NodeJS.ProcessEnv,
): string | undefined {
  const notListed = /^error: command-argument value '.*' is invalid for argument 'what'/s.test(text);
  const command = notListed ? 'list' : /^error: too many arguments for '(\S+?)'/.exec(text)?.[1];
  if (command !== undefined) return swallowedFrom(command, flagsOf(command), environment);
  return /^error: missing required argument '(?:old|new)'/.test(text)
    ? takenAsFile(flagsOf('diff'))
    : undefined;
}

function takenAsFile(flags: Flags): string | undefined {
  const name = (['json', 'markdown'] as const).find((one) => typeof flags[one] === 'string');
  if (name === undefined) return undefined;
  return `--${name} took ${JSON.stringify(flags[name])} as its file, so one run is missing; write diff OLD NEW --${name}, or diff OLD NEW --${name} FILE`;
}
