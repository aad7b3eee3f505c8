import type { HeaderList } from '../../model/judging/wire.ts';

/** Characters of a value that are read: parsers of media types take time that grows with the square of its blanks. */
const MOST = 4_096;

/** The values of a header field, which has no case, in wire order; of a long one the beginning, and its length. */
export function headerValues(headers: HeaderList, name: string): readonly string[] {
  const wanted = name.toLowerCase();
  return headers
    .filter(([field]) => field.toLowerCase() === wanted)
    .map(([, value]) =>
      value.length > MOST ? `${value.slice(0, MOST)}… (${value.length} characters)` : value,
    );
}

/** The first value of a header field; empty where there is none. */
export function headerValue(headers: HeaderList, name: string): string {
  return headerValues(headers, name)[0] ?? '';
}
