import pc from 'picocolors';
import type { Kept } from '../../model/running/masked.ts';

/** The place that text is printed to, as `process` describes it. */
interface Place {
  readonly platform: string;
  readonly stdout: { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * True if printed text may have colours: on a terminal, in CI, and if FORCE_COLOR is set. On Windows picocolors would
 * also colour files and pipes.
 */
export function hasColours({ platform, stdout, env }: Place, supported = pc.isColorSupported): boolean {
  const wanted = stdout.isTTY === true || 'CI' in env || 'FORCE_COLOR' in env;
  return supported && (platform !== 'win32' || wanted);
}

/** Terminal programs that show links of OSC 8 (https://github.com/Alhadis/OSC8-Adoption); others may print the address. */
const LINKING = /^(?:iTerm\.app|vscode|WezTerm|ghostty|Hyper|Tabby|rio)$/;

/** True if the terminal is known to show links. */
export function hasLinks({ TERM = '', TERM_PROGRAM = '', ...env }: Place['env']): boolean {
  if (env.CI !== undefined || TERM === 'dumb') return false;
  const named = env.WT_SESSION ?? env.KONSOLE_VERSION ?? env.KITTY_WINDOW_ID;
  const isNamed = named !== undefined || LINKING.test(TERM_PROGRAM) || /^(?:foot|alacritty)/.test(TERM);
  return isNamed || Number(env.VTE_VERSION) >= 5_000;
}

type Colours = Record<'red' | 'yellow' | 'green' | 'bold', <T extends string>(text: T) => Kept<T>>;

export const colours = pc.createColors(hasColours(process)) as object as Readonly<Colours>;
