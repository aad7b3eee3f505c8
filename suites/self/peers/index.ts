import { charsets } from './charsets.ts';
import { connections } from './connections.ts';
import { framing } from './framing.ts';
import { headers } from './headers.ts';
import { markup } from './markup.ts';
import { names } from './names.ts';
import type { Peer } from './peer.ts';
import { shapes } from './shapes.ts';
import { sizes } from './sizes.ts';
import { texts } from './texts.ts';
import { type Watched, watched } from './watch.ts';

/** Whether any peer had a file read, or a connection made. */
export const watch: Watched = await watched();

/** Every peer, by what it does. */
export const peers: Readonly<Record<string, readonly Peer[]>> = {
  'sends too much, or never ends': sizes,
  'has a connection that fails': connections,
  'frames wrongly': framing,
  'sends header fields that are too much': headers,
  'sends bytes that are no text': charsets,
  'would have a parser fetch or unfold something': markup(watch.file, watch.port),
  'sends documents that are hard to read': shapes,
  'uses names that objects have': names,
  'sends texts that are alive': texts,
};
