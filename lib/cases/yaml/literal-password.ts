import { interpolate } from '../interpolate.ts';

/** What is said of a secret; nothing of it itself. */
export const NOT_IN_A_FILE =
  'is a secret and cannot be in this file; ' +
  `write "\${env:NAME}" for a variable or "\${file:path}" for a file that holds it`;

/** Stands for what a reference gives; may stand anywhere in a URL but in its port. */
const GIVEN = 'given';

/**
 * Whether the URL of a proxy holds a password, or a part of one, that is no reference. What is no URL as it stands, for
 * its port may be a reference too, is taken for one that has a password in front of its last `@`.
 */
export function hasLiteralPassword(url: string): boolean {
  const text = interpolate(url, () => GIVEN).trim();
  // Other programs write it without a scheme, and so may whoever copies from them.
  const whole = /^[a-z][a-z\d+.-]*:\//i.test(text) ? text : `http://${text}`;
  const password = URL.canParse(whole)
    ? new URL(whole).password
    : (/^[^:]*:\/+[^:]*:(.*)@/s.exec(whole)?.[1] ?? '');
  return password.replaceAll(GIVEN, '') !== '';
}
