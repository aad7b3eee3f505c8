import { relative, resolve } from 'node:path';
import { readText } from '../../cases/yaml/read-text.ts';
import type { PemFile } from '../read/setting-values.ts';
import { type Kind, type Reading, single } from './kinds.ts';

/** What a PEM file must hold at least one of (RFC 7468 §5, §10; PKCS #1 and SEC 1 keys have their own labels). */
const LABELS = {
  certificate: /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----/,
  'private key': /-----BEGIN (?:RSA |EC )?PRIVATE KEY-----/,
};

/** A file of certificates or a private key in PEM. A text that is PEM itself, as `${file:…}` gives it, will do. */
export function pem(what: keyof typeof LABELS): Kind<PemFile> {
  return single('<file>', (given, folder) => {
    if (given.includes('-----BEGIN ')) return checked({ shown: '(PEM)', text: given }, what, 'the text');
    const shown = relative(process.cwd(), resolve(folder, given)) || given;
    const read = readText(resolve(folder, given));
    if (!read.ok) return { ok: false, why: `${JSON.stringify(given)} cannot be read: ${read.why}` };
    return checked({ shown, text: read.text }, what, JSON.stringify(given));
  });
}

/** `subject` names the file: what it holds may be secret. */
function checked(file: PemFile, what: keyof typeof LABELS, subject: string): Reading<PemFile> {
  if (LABELS[what].test(file.text)) return { ok: true, value: file };
  const encrypted = /-----BEGIN ENCRYPTED PRIVATE KEY-----/.test(file.text);
  const why = encrypted
    ? 'holds a key that needs a password; decrypt it first (openssl pkey)'
    : `holds no ${what} in PEM: expected a line -----BEGIN ${what.toUpperCase()}-----`;
  return { ok: false, why: `${subject} ${why}` };
}
