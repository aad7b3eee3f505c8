import type { BindingId } from '../../model/contract.ts';
import { groupedBy } from '../../text/add-to.ts';
import type { Described } from './describe-wsdl.ts';

/** A difference of the WSDLs of two sides, over all places that have it. */
export interface WsdlDifference {
  /** `call`: what goes over the wire; `compile`: generated code or configuration; `quiet`: what no client notices. */
  readonly kind: 'call' | 'compile' | 'quiet';
  readonly field: string;
  readonly from: string;
  readonly to: string;
  readonly places: readonly string[];
  readonly bindings: readonly BindingId[];
}

/** The WSDLs of a side by path base; undefined where it was asked and has none. */
export type Wsdls = ReadonlyMap<string, Described | undefined>;

const ALL_TOOLS = ['gSOAP', 'Mono wsdl', 'zeep', 'PHP SoapClient', 'svcutil', 'wsimport'];

/**
 * What only generated code and configuration notice, with the tools that do. `npm run stacks` holds gSOAP, Mono's wsdl, zeep and
 * PHP against it; svcutil (also as Add Service Reference) and wsimport stand here by their documentation.
 */
const COMPILE: Readonly<Record<string, readonly string[]>> = {
  description: ['PHP SoapClient', 'zeep', 'whatever is generated anew'],
  targetNamespace: ['gSOAP', 'Mono wsdl', 'zeep', 'svcutil', 'wsimport'],
  service: ['Mono wsdl', 'zeep', 'wsimport'],
  port: ['zeep', 'svcutil', 'wsimport'],
  binding: ['gSOAP', 'Mono wsdl', 'zeep', 'svcutil'],
  portType: ['gSOAP', 'svcutil', 'wsimport'],
  'portType shared': ['svcutil', 'wsimport'],
  'message sent': ['svcutil'],
  'message read': ['svcutil'],
  'complex type sent': ALL_TOOLS,
  'complex type read': ALL_TOOLS,
  'array type sent': ['gSOAP', 'zeep', 'PHP SoapClient', 'svcutil', 'wsimport'],
  'array type read': ['gSOAP', 'zeep', 'PHP SoapClient', 'svcutil', 'wsimport'],
  'named type sent': ['gSOAP', 'zeep', 'wsimport'],
  'named type read': ['gSOAP', 'zeep', 'wsimport'],
  'nillable read': ['Mono wsdl', 'svcutil', 'wsimport'],
  'minOccurs read': ['gSOAP', 'svcutil', 'wsimport'],
  'new element read': ALL_TOOLS,
};

const QUIET = ['documentation', 'prefixes', 'order of declarations', 'new description'];

/** Returns the tools that notice a difference of `compile`. */
export function noticing(field: string): readonly string[] {
  return COMPILE[field] ?? [];
}

type Change = Pick<WsdlDifference, 'field' | 'from' | 'to'> & { readonly at: Described };

/**
 * Compares the WSDLs at the path bases that both sides were asked for; each difference is told once for all its places.
 * @param bindings those that are compared; all where it is absent
 */
export function compareWsdls(
  old: Wsdls,
  now: Wsdls,
  bindings?: readonly string[],
): readonly WsdlDifference[] {
  const isCompared = ({ at: { binding } }: Change) => !binding || !bindings || bindings.includes(binding);
  const changes = [...old].flatMap(([path, before]) => {
    const after = now.get(path);
    if (before && after) return changesIn(before, after);
    return now.has(path) ? oneSided(before, after) : [];
  });
  const groups = groupedBy(changes.filter(isCompared), ({ field, from, to }) =>
    JSON.stringify([field, from, to]),
  );
  return [...groups.values()].map((seen) => {
    const [{ field, from, to }] = seen;
    const kind = QUIET.includes(field) ? 'quiet' : field in COMPILE ? 'compile' : 'call';
    const places = [...new Set(seen.map(({ at }) => at.place))];
    return {
      kind,
      field,
      from,
      to,
      places,
      bindings: [...new Set(seen.flatMap(({ at }) => at.binding ?? []))],
    };
  });
}

function changesIn(before: Described, after: Described): readonly Change[] {
  const values = Object.entries(before.values).flatMap(([name, from]): Change[] => {
    const to = after.values[name];
    const field = before.direction ? `${name} ${before.direction}` : name;
    // What one side alone can have follows from another difference, and so do names of an order.
    if (to === undefined || from === to) return [];
    const [first, second] = name.startsWith('order') ? [common(from, to), common(to, from)] : [from, to];
    if (first === second) return [];
    return [{ field, from: named(first, before), to: named(second, before), at: before }];
  });
  const [inside, counterparts] = [before.inside, after.inside];
  if (!inside || !counterparts) return values;
  const keys = new Set([...inside.keys(), ...counterparts.keys()]);
  const parts = [...keys].flatMap((key) => {
    const [part, counterpart] = [inside.get(key), counterparts.get(key)];
    return part && counterpart ? changesIn(part, counterpart) : oneSided(part, counterpart);
  });
  return [...values, ...parts];
}

/** Writes the operation or the path base of a place as what it is, so that the same change of several is one difference. */
function named(value: string, { place }: Described): string {
  const [start = ''] = place.startsWith('/') ? [place] : place.split('/');
  if (start === '') return value;
  return value.replaceAll(start, place.startsWith('/') ? '<path base>' : '<operation>');
}

/** Returns the difference that one side alone has a part; both may have none. */
function oneSided(before: Described | undefined, after: Described | undefined): readonly Change[] {
  const at = before ?? after;
  if (!at) return [];
  const field = at.direction ? `${at.what} ${at.direction}` : at.what;
  const gained = `new ${field}`;
  const isWeaker = !before && (gained in COMPILE || QUIET.includes(gained));
  const value = at.values[at.what] ?? 'described';
  return [
    { field: isWeaker ? gained : field, from: before ? value : 'absent', to: after ? value : 'absent', at },
  ];
}

function common(names: string, others: string): string {
  const known = new Set(others.split(', '));
  return names
    .split(', ')
    .filter((name) => known.has(name))
    .join(', ');
}
