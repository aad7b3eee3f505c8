import type { Anatomy, Located } from '../../model/anatomy.ts';
import type { XmlElement } from '../../model/xml.ts';

/** Over GET and POST the root itself is the packet result (contract §2.1); whether it is, rules judge. */
export function decodePlain(root: XmlElement): Anatomy {
  const top: Located = { element: root, path: `/${root.local}` };
  return { root: top, payload: top };
}
