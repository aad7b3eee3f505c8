import type { XmlElement } from '../model/judging/document.ts';
import { decodeBytes } from '../xml/decode-bytes.ts';
import { parseXml } from '../xml/parse.ts';
import { elementsOf, textOf } from '../xml/tree.ts';
import type { RecordedCall } from './read-har.ts';

/**
 * Returns the packet that a recorded reply names, wherever in it; undefined where it names none.
 *
 * @param identifier field of the packet result that holds it
 */
export function packetIn(recorded: Pick<RecordedCall, 'outcome'>, identifier: string): string | undefined {
  const root = rootOf(recorded);
  const waiting = root ? [root] : [];
  for (const element of waiting) {
    if (element.local === identifier) return textOf(element) || undefined;
    // A Header may hold anything.
    waiting.push(...elementsOf(element).filter(({ local }) => local !== 'Header'));
  }
  return undefined;
}

/** Returns the root of a recorded reply; undefined where that is no XML. */
export function rootOf({ outcome }: Pick<RecordedCall, 'outcome'>): XmlElement | undefined {
  if (outcome.kind !== 'response') return undefined;
  const { text } = decodeBytes(outcome.response.body, null);
  const xml = text === null ? undefined : parseXml(text);
  return xml?.kind === 'document' ? xml.root : undefined;
}
