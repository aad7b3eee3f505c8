import { type Kind, single, wrong } from './keys/kinds.ts';

/** An HTTP proxy: its URL without a path, or null for none. Never repeats credentials. */
export const proxyUrl: Kind<string | null> = single('<url>', (given) => {
  if (given === 'none') return { ok: true, value: null };
  // As the variables of other programs often have it.
  const text = /^(?:[^/\s]*@)?[\w.-]+:\d+$/.test(given) ? `http://${given}` : given;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.hostname !== '') {
    return { ok: true, value: url.href.replace(/\/$/, '') };
  }
  return wrong(
    withoutCredentials(given) ?? '',
    'the URL of an HTTP proxy, such as http://proxy.example:3128, nor none',
  );
});

/** A URL, or what was meant to be one, with stars for its user and password. */
export function withoutCredentials(url: string | null): string | null {
  return url?.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, (_, scheme = '') => `${scheme}***@`) ?? null;
}
