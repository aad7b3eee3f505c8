import pc from 'picocolors';
import type { Kept } from '../../model/running/masked.ts';

/** Where colours would go, as `process` says it. */
interface Place {
  readonly platform: string;
  readonly stdout: { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * True if what is printed may have colours. picocolors has them on Windows wherever they go; elsewhere on a terminal, in
 * CI, and where FORCE_COLOR asks for them, and so they are here.
 */
export function hasColours({ platform, stdout, env }: Place, supported = pc.isColorSupported): boolean {
  const wanted = stdout.isTTY === true || 'CI' in env || 'FORCE_COLOR' in env;
  return supported && (platform !== 'win32' || wanted);
}

/** Programs whose terminals show links of OSC 8 (https://github.com/Alhadis/OSC8-Adoption); others may print the address. */
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
