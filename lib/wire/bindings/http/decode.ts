import type { Anatomy, Located, XmlElement } from '../../../model/judging/document.ts';
import type { Service } from '../binding-module.ts';
import { holdsField, meantLoosely } from '../locate.ts';

/**
 * Over GET and POST the root itself is the packet result (contract §2.1); whether it is, rules judge. A root that
 * neither is called so nor holds one of the fields is another document, whose content says nothing.
 */
export function decodePlain(root: XmlElement, { contract, namespace }: Service): Anatomy {
  const top: Located = { element: root, path: `/${root.local}` };
  const isMeant =
    holdsField(top, contract) || meantLoosely([top], namespace, contract.packetResult.element).length > 0;
  return { root: top, ...(isMeant ? { payload: top } : {}) };
}
