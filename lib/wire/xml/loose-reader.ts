import type * as FastXmlParser from 'fast-xml-parser';
import { require } from '../../text/require.ts';

/** Options of fast-xml-parser that programs choose; everything else is as the package has it. */
export type LooseOptions = Pick<FastXmlParser.X2jOptions, 'removeNSPrefix' | 'parseTagValue'>;

/** Reads a document as programs do that use fast-xml-parser: to an object with the names of elements as keys. */
export function readLoosely(text: string, options: LooseOptions): unknown {
  // Loaded when it is needed: every run imports the readers, and most read nothing with this package.
  const { XMLParser } = require('fast-xml-parser') as typeof FastXmlParser;
  return new XMLParser(options).parse(text);
}
