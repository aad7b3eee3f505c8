import { type Document, isMap, isSeq, type Node, parseDocument, type YAMLMap } from 'yaml';

/** What an entry says of exchanges and rules. */
export interface WrittenPart {
  readonly patterns: readonly string[];
  readonly rules: readonly string[];
}

/** An entry of what is left of an entry: all of it as it was written, or a part. */
export interface WrittenRest {
  readonly what: WrittenPart | 'whole';
  /** Whether it had expired, and gets the new day and a reason that somebody has to look at. */
  readonly renewed: boolean;
}

/** How a file of known failures changes. */
export interface KnownChange {
  /** For each entry: what is left of it, in as many entries as that takes. */
  readonly kept: readonly (readonly WrittenRest[])[];
  readonly added: readonly WrittenPart[];
  /** Last day of what is added and renewed. */
  readonly expires: string;
  /** Of what is added. */
  readonly reason: string;
  /** The reason of what is renewed, by the one that it had until the day that is over. */
  readonly renewedReason: (reason: string, expired: string) => string;
}

const NEW_FILE = `# What the target is known to break, and why that is accepted for now; "Known failures" in the README has the rules.
known-failures: []
`;

/**
 * The text of a file of known failures after a change: comments, reasons, owners and links of what is left stay as
 * they were written.
 *
 * @param text of a file that keeps its schema, or null for a new one
 */
export function changedKnownFailures(text: string | null, change: KnownChange): string {
  const document = parseDocument(text ?? NEW_FILE);
  const list = document.get('known-failures');
  if (!isSeq(list)) throw new Error('the schema let known failures pass that are no list');
  list.items = [
    ...list.items.flatMap((item, index) =>
      isMap(item) ? changedEntry(document, item, change.kept[index] ?? [], change) : [],
    ),
    ...change.added.map((part) => newEntry(document, part, change)),
  ];
  list.flow = list.items.length === 0;
  // Lines stay as long as they were written.
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

function changedEntry(
  document: Document,
  entry: YAMLMap,
  rest: readonly WrittenRest[],
  change: KnownChange,
): readonly YAMLMap[] {
  // Copies of what was written, before any of it changes.
  const entries = rest.map((one, place) => ({
    ...one,
    own: place === 0 ? entry : (entry.clone() as YAMLMap),
  }));
  for (const { what, renewed, own } of entries) {
    if (renewed) renew(document, own, change);
    if (what === 'whole') continue;
    const { exchanges, rules } = written(document, what);
    replace(own, 'exchanges', exchanges);
    replace(own, 'rules', rules);
  }
  return entries.map(({ own }) => own);
}

function renew(document: Document, entry: YAMLMap, { expires, renewedReason }: KnownChange): void {
  const before = entry.toJS(document) as { readonly reason: string; readonly expires: string };
  replace(entry, 'reason', document.createNode(renewedReason(before.reason.trim(), before.expires)));
  replace(entry, 'expires', document.createNode(expires));
}

/** Gives a key another value, and leaves the comments beside it. */
function replace(entry: YAMLMap, key: string, value: Node): void {
  const before = entry.get(key, true) as Node | undefined;
  if (JSON.stringify(before) === JSON.stringify(value)) return;
  value.comment = before?.comment ?? null;
  value.commentBefore = before?.commentBefore ?? null;
  entry.set(key, value);
}

function newEntry(document: Document, part: WrittenPart, { reason, expires }: KnownChange): YAMLMap {
  return document.createNode({ ...written(document, part), reason, expires }) as YAMLMap;
}

/** One pattern stands alone, several on a line each; rules on one line. */
function written(document: Document, { patterns, rules }: WrittenPart) {
  const exchanges: Node = document.createNode(patterns.length === 1 ? patterns[0] : patterns);
  return { exchanges, rules: document.createNode(rules, { flow: true }) as Node };
}
