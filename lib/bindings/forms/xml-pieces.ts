import type { Call } from '../../model/call.ts';
import type { WireRequest } from '../../model/judging/wire.ts';
import { type Form, soapBindings } from './form.ts';

/** A piece of an encoded document, as it stands there: the pieces joined are the document. */
export interface Piece {
  readonly kind: 'declaration' | 'start' | 'end' | 'text';
  readonly raw: string;
}

/**
 * Takes a document of our encoder apart: it holds a declaration, tags and text, and `>` ends nothing but a tag,
 * because attribute values have it escaped.
 */
export function piecesOf(document: string): readonly Piece[] {
  return [...document.matchAll(/<[^>]*>|[^<]+/g)].map(([raw]) => ({ kind: kindOf(raw), raw }));
}

function kindOf(raw: string): Piece['kind'] {
  if (raw.startsWith('<?')) return 'declaration';
  if (raw.startsWith('</')) return 'end';
  return raw.startsWith('<') ? 'start' : 'text';
}

/** Rewrites the body of a request as a text. */
export function rewriteBody(request: WireRequest, rewrite: (text: string) => string): WireRequest {
  // Stryker disable next-line ConditionalExpression: for the types only: no form that rewrites a body is for a binding without one
  if (request.body === null) return request;
  // Stryker disable next-line StringLiteral: Node reads an empty encoding name as utf8
  return { ...request, body: Buffer.from(rewrite(Buffer.from(request.body).toString('utf8')), 'utf8') };
}

/** A form of envelopes that rewrites every piece of some kinds and leaves the others alone. */
export function pieceForm(
  kinds: readonly Piece['kind'][],
  id: string,
  title: string,
  rewrite: (raw: string, call: Call) => string,
): Form {
  return {
    id,
    title,
    bindings: soapBindings,
    apply: (request, call) =>
      rewriteBody(request, (document) =>
        piecesOf(document)
          .map(({ kind, raw }) => (kinds.includes(kind) ? rewrite(raw, call) : raw))
          .join(''),
      ),
  };
}
