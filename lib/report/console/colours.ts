import pc from 'picocolors';
import type { Kept } from '../../model/running/masked.ts';

type Colours = Record<'red' | 'yellow' | 'green' | 'bold', <T extends string>(text: T) => Kept<T>>;

const { stdout, env } = process;
// picocolors has them on Windows in files and pipes too.
const isWanted = stdout.isTTY || 'CI' in env || 'FORCE_COLOR' in env;

/** Colours a text on a terminal, in CI, and where FORCE_COLOR asks for it. */
export const colours = pc.createColors(pc.isColorSupported && isWanted) as object as Readonly<Colours>;
