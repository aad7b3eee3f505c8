import type { Anatomy, Located } from '../../model/anatomy.ts';
import type { Operation } from '../../model/contract.ts';
import type { XmlElement } from '../../model/xml.ts';
import { elementsOf } from '../../xml/tree.ts';
import { childrenLocated, findLoosely } from '../locate.ts';

/** Finds Body, Fault, Response and Result of a SOAP reply (contract §4.1 rule 3), leniently; rules judge. */
export function decodeEnvelope(root: XmlElement, operation: Operation): Anatomy {
  const top: Located = { element: root, path: `/${root.local}` };
  const bodies = childrenLocated(top).filter(({ element }) => element.local === 'Body');
  const body = bodies[0];
  const entries = body ? childrenLocated(body) : [];
  const fault = entries.find(({ element }) => element.local === 'Fault');
  const response = fault ? undefined : findResponse(entries, operation);
  const results = response ? findResults(response, operation) : [];
  const payload = results[0];
  return {
    root: top,
    soap: { bodies, entries, ...(fault ? { fault } : {}), ...(response ? { response } : {}), results },
    ...(payload ? { payload } : {}),
  };
}

/** The Response by name, or else the one element that could be meant. */
function findResponse(entries: readonly Located[], operation: Operation): Located | undefined {
  const named = findLoosely(entries, `${operation.name}Response`);
  return named ?? (entries.length === 1 ? entries[0] : undefined);
}

function findResults(response: Located, operation: Operation): readonly Located[] {
  const children = childrenLocated(response);
  const exact = children.filter(({ element }) => element.local === `${operation.name}Result`);
  if (exact.length > 0) return exact;
  const loose = findLoosely(children, `${operation.name}Result`);
  if (loose) return [loose];
  const only = children.length === 1 ? children[0] : undefined;
  return only && elementsOf(only.element).length > 0 ? [only] : [];
}
