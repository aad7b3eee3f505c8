import type { ReplyElement } from '../../reference/index.ts';
import type { Defect } from '../defect.ts';
import { isElement } from '../tree.ts';

const everywhere = (root: ReplyElement, from: string, to: string): ReplyElement => ({
  ...root,
  uri: root.uri === from ? to : root.uri,
  children: root.children.map((child) => (isElement(child) ? everywhere(child, from, to) : child)),
});

/** A namespace of its own for the whole reply is told once, by the rule about its outermost element. */
const namespaces: readonly (readonly [id: string, title: string, of: (namespace: string) => string])[] = [
  ['namespace-slash', 'Replies are in the namespace of the service with a slash more', (uri) => `${uri}/`],
  ['namespace-tempuri', 'Replies are in http://tempuri.org/', () => 'http://tempuri.org/'],
  ['namespace-missing', 'Replies are in no namespace', () => ''],
];

/** Deviations of the service's namespace wherever it stands, contract §9.2. */
export const namespaceDefects: readonly Defect[] = [
  ...namespaces.map(
    ([id, title, of]): Defect => ({
      id,
      title,
      requirement: 'service.namespace',
      rules: ['soap/response', 'plain/root'],
      seam: 'reply',
      change: (root, { namespace }) => everywhere(root, namespace, of(namespace)),
    }),
  ),
  {
    id: 'namespace-per-path',
    title: 'Operations under /ecomm have a namespace of their own',
    requirement: 'versioning.one-namespace',
    rules: ['soap/response', 'plain/root'],
    operations: ['ReportSmsWithPacketId'],
    seam: 'reply',
    change: (root, { namespace }) => everywhere(root, namespace, `${namespace}/ecomm`),
  },
];
