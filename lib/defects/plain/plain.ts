import type { Defect } from '../defect.ts';
import { edit, rename } from '../tree.ts';
import { rootDefects } from './plain-root.ts';

/** Deviations of the document of HTTP GET and HTTP POST. */
export const plainDefects: readonly Defect[] = [
  ...rootDefects,
  {
    id: 'get-root-wrong-name',
    title: 'The root over HTTP GET is PacketResult',
    requirement: 'bindings.http-get.root-name',
    rules: ['plain/root'],
    bindings: ['http-get'],
    seam: 'reply',
    change: (root) => rename(root, root.name, 'PacketResult'),
  },
  {
    id: 'post-root-without-namespace',
    title: 'The root over HTTP POST is in no namespace',
    requirement: 'bindings.http-post.root-namespace',
    rules: ['plain/root'],
    bindings: ['http-post'],
    seam: 'reply',
    change: (root) => edit(root, root.name, (element) => ({ ...element, uri: '' })),
  },
];
