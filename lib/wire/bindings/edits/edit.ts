import { type BindingId, type Call, type Contract, soapBindings } from '../../../model/contract.ts';
import type { HeaderList, WireRequest } from '../../../model/judging/wire.ts';

/** Pure; `request` is what the binding's encoder made of `call`. */
export type Rewrite = (request: WireRequest, call: Call) => WireRequest;

/** A way to write a request other than the plain one; cases/forms.md says what is different. */
export interface RequestEdit {
  readonly id: string;
  readonly bindings: readonly BindingId[];
  /** Changes the call before the binding writes it. Pure. */
  readonly call?: (call: Call, contract: Contract) => Call;
  readonly apply?: Rewrite;
}

/** The bindings whose requests have a Content-Type (contract §4.1, table). */
export const bodyBindings: readonly BindingId[] = [...soapBindings, 'http-post'];

/** Makes edits over these bindings of rewrites by slug. */
export function over(bindings: readonly BindingId[], table: Readonly<Record<string, Rewrite>>) {
  return Object.entries(table).map(([id, apply]): RequestEdit => ({ id, bindings, apply }));
}

/** Rewrites the envelope, or the fields of the query or the form, as a text; never the path. */
export function content(rewrite: (text: string, call: Call) => string): Rewrite {
  return (request, call) => {
    if (request.body !== null) {
      return { ...request, body: Buffer.from(rewrite(Buffer.from(request.body).toString(), call)) };
    }
    // Stryker disable next-line StringLiteral: for the types only: every path that comes here has a query
    const [path = '', query = ''] = request.path.split('?', 2);
    return { ...request, path: `${path}?${rewrite(query, call)}` };
  };
}

export function headers(rewrite: (field: HeaderList[number]) => HeaderList[number]): Rewrite {
  return (request) => ({ ...request, headers: request.headers.map(rewrite) });
}

/** Replaces a header field where it appears, or adds it at the end; leaves it out where the value is null. */
export function headerField(field: string, written: (value: string, call: Call) => string | null): Rewrite {
  const isField = ([name]: HeaderList[number]) => name === field;
  return (request, call) => {
    const value = written(request.headers.find(isField)?.[1] ?? '', call);
    const fields: HeaderList = value === null ? [] : [[field, value]];
    const all = request.headers.some(isField) ? request.headers : [...request.headers, [field, ''] as const];
    return { ...request, headers: all.flatMap((sent) => (isField(sent) ? fields : [sent])) };
  };
}

export const mediaType = (written: (value: string) => string | null) => headerField('Content-Type', written);

export const soapAction = (written: (value: string, call: Call) => string | null) =>
  headerField('SOAPAction', written);
