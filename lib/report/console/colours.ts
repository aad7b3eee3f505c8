import pc from 'picocolors';

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

export const colours: ReturnType<typeof pc.createColors> = pc.createColors(hasColours(process));
