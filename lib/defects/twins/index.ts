import { declarationTwins } from './declaration.ts';
import { framingTwins } from './framing.ts';
import { httpTwins } from './http.ts';
import { layoutTwins } from './layout.ts';
import { namespaceTwins } from './namespaces.ts';
import { soapTwins } from './soap.ts';
import { textTwins } from './texts.ts';
import type { Twin } from './twin.ts';
import { valueTwins } from './values.ts';

/** Every equal way to write a reply that must raise no finding; one line per family. */
export const twins: readonly Twin[] = [
  ...namespaceTwins,
  ...layoutTwins,
  ...textTwins,
  ...declarationTwins,
  ...soapTwins,
  ...httpTwins,
  ...framingTwins,
  ...valueTwins,
];
