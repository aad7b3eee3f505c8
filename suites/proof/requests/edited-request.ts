import type { BindingId, Call, Contract } from '../../../lib/model/contract.ts';
import type { WireRequest } from '../../../lib/model/judging/wire.ts';
import { changed, type TextEdit } from '../../../lib/reference/defects/changes.ts';
import { rowsOf, type Table } from '../../../lib/reference/defects/defect.ts';
import { content, type RequestEdit, type Rewrite } from '../../../lib/wire/bindings/edits/edit.ts';
import { changes } from '../../../lib/wire/bindings/edits/edits.ts';
import { bindings } from '../../../lib/wire/bindings/index.ts';

/** Behind a rule that finds only what the contract leaves open, which never gates. */
export const OPEN = ' (open)';

/** An edit of a request, with exactly the rules that find something in the request. */
export interface EditedRequest extends Pick<RequestEdit, 'call' | 'apply'> {
  /** Permanent slug, named by what it breaks. */
  readonly id: string;
  readonly title: string;
  readonly bindings?: readonly BindingId[];
  readonly operations?: readonly string[];
  /** Rules for every call in scope; `request/list` finds something only in an operation that has a list. */
  readonly rules: readonly string[];
  /** Rules where a client has made the call, whose values nobody else knows; null where it is heard as no call. */
  readonly ofClient: readonly string[] | null;
}

type Scope = Pick<EditedRequest, 'bindings' | 'operations'>;

type Row = Omit<EditedRequest, 'id' | 'title'>;

const named = (rules: readonly string[]) => rules.map((rule) => `request/${rule}`);

/** Edits in which exactly these rules find something, and these where a client made the call. */
export function foundBy(
  rules: readonly string[],
  scope: Scope = {},
  ofClient: readonly string[] | null = rules,
) {
  const common = { rules: named(rules), ofClient: ofClient && named(ofClient), ...scope };
  return {
    /** Edits of the proof alone. */
    in: (table: Table<Rewrite>) => rowsOf(table, (apply): Row => ({ ...common, apply })),
    /** Edits of content, which are a text that takes the place of another. */
    inContent: (table: Table<TextEdit<[Call]>>) =>
      rowsOf(table, (change): Row => {
        return { ...common, apply: content((text, call) => changed(change, text, call)) };
      }),
    /** Edits that probes make, by their slugs. */
    inProbe: (table: Readonly<Record<string, string>>) =>
      Object.entries(table).map(([id, title]): EditedRequest => {
        const edit = changes.find((candidate) => candidate.id === id);
        if (!edit) throw new Error(`no probe makes the edit "${id}"`);
        return { ...edit, title, ...common };
      }),
  };
}

/** The request of a call with an edit. */
export function editedRequest(
  { call: change, apply }: EditedRequest,
  call: Call,
  contract: Contract,
): WireRequest {
  const made = change?.(call, contract) ?? call;
  const request = bindings[made.binding.id].encode(made);
  return apply?.(request, made) ?? request;
}

/** Whether a call is in the scope of an edit. */
export function isMet({ bindings, operations }: Scope, { operation, binding }: Call): boolean {
  return (bindings?.includes(binding.id) ?? true) && (operations?.includes(operation.name) ?? true);
}

/** The rules that can find something in this call. */
export function rulesFor(rules: readonly string[], { operation }: Call): readonly string[] {
  const hasList = operation.parameters.some(({ type }) => type === 'list');
  return rules.filter((rule) => hasList || rule !== 'request/list');
}
