import type { Anatomy, Located, XmlElement } from '../../../model/judging/document.ts';
import type { Service } from '../binding-module.ts';
import { childrenLocated, holdsField, meantBy, meantLoosely } from '../locate.ts';

/** Finds Body, Fault, Response and Result of a SOAP reply (contract §4.1 rule 3), leniently; rules judge. */
export function decodeEnvelope(root: XmlElement, service: Service): Anatomy {
  const top: Located = { element: root, path: `/${root.local}` };
  const bodies = meantBy(childrenLocated(top), root.uri, 'Body');
  const body = bodies[0];
  const entries = body ? childrenLocated(body) : [];
  const named = meantLoosely(entries, service.namespace, `${service.operation.name}Response`)[0];
  const [fault] = meantBy(entries, root.uri, 'Fault');
  // An element that is only called Fault is none beside a Response.
  if (fault && (fault.element.uri === root.uri || !named)) {
    return { root: top, soap: { bodies, entries, fault } };
  }
  const lone = entries.length === 1 ? entries[0] : undefined;
  // A packet result may appear in the Body without a Response around it, and in a Response of another name.
  const bare = !named && lone && holdsField(lone, service.contract) ? lone : undefined;
  const outer = bare ? undefined : (named ?? lone);
  const payload = bare ?? (outer && findResult(outer, service));
  const response = named ?? (payload && outer);
  return {
    root: top,
    soap: { bodies, entries, ...(response ? { response } : {}) },
    ...(payload ? { payload } : {}),
  };
}

/** The Result by name, or else the one element that could be meant. */
function findResult(response: Located, { operation, contract, namespace }: Service): Located | undefined {
  const children = childrenLocated(response);
  const [named] = meantLoosely(children, namespace, `${operation.name}Result`);
  if (named) return named;
  const [only, ...others] = children;
  return only && others.length === 0 && holdsField(only, contract) ? only : undefined;
}
