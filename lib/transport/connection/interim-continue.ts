import type { Socket } from 'node:net';
import type { HeaderList } from '../../model/judging/wire.ts';

/**
 * Makes every `100 Continue` come in as `102 Processing` on a socket. undici destroys a connection that says 100 to a
 * request without an expectation, but a client must be able to read an interim response that it did not ask for
 * (RFC 9110 §15.2), and old servers of ASMX send one ahead of every reply.
 */
export function takingContinue(socket: Socket): Socket {
  // undici takes what comes in with `read`, and begins a request with one `write`.
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket) as (...given: readonly unknown[]) => boolean;
  let rewrite = continueRewriter();
  return Object.assign(socket, {
    read(size?: number): Buffer | null {
      for (;;) {
        const bytes: Buffer | null = read(size);
        if (bytes === null) return null;
        const told = rewrite(bytes);
        if (told.length > 0) return told;
      }
    },
    write(piece: unknown, ...given: readonly unknown[]): boolean {
      if (!beginsRequest(piece)) return write(piece, ...given);
      rewrite = continueRewriter();
      return write(piece.replace(`\r\n${HIDDEN}: `, '\r\nExpect: '), ...given);
    },
  });
}

/** A connection that is used again says 100 again. */
function beginsRequest(piece: unknown): piece is string {
  return typeof piece === 'string' && /^[A-Z]+ /.test(piece);
}

/** Name under which undici, which refuses an expectation, takes one. */
const HIDDEN = 'x-postsms-expect';

/** Header fields as undici takes them: an expectation goes by another name until it is on the wire. */
export function hideExpect(headers: HeaderList): HeaderList {
  return headers.map(([name, value]) => [name === 'Expect' ? HIDDEN : name, value]);
}

/** Characters of one interim response that are waited for. */
const MOST_HELD = 16_384;

/**
 * Takes the bytes of a response in any pieces and gives them back, with 102 for 100. Holds back an interim response until
 * it is whole, and what may yet be the beginning of one.
 */
export function continueRewriter(): (bytes: Buffer) => Buffer {
  let held = '';
  let final = false;
  return (bytes) => {
    if (final) return bytes;
    const text = held + bytes.toString('latin1');
    const [interim = ''] = /^(?:HTTP\/1\.[01] 1\d\d[\s\S]*?\r\n\r\n)*/.exec(text) ?? [];
    held = text.slice(interim.length);
    final = !mayBeInterim(held) || held.length > MOST_HELD;
    const told = interim.replace(/(?<=(?:^|\r\n\r\n)HTTP\/1\.[01] )100/g, '102');
    return Buffer.from(final ? told + held : told, 'latin1');
  };
}

function mayBeInterim(text: string): boolean {
  return ['HTTP/1.1 1', 'HTTP/1.0 1'].some((line) => line.startsWith(text.slice(0, line.length)));
}
