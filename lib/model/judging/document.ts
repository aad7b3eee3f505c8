import type { XmlElement } from './xml.ts';

/** What was found when the bytes of a body were turned into characters, and the characters into XML. */
export interface BodyReading {
  /** Encoding label used for decoding, lower case. */
  readonly encoding: string;
  /** Where the label came from: byte order mark, Content-Type, XML declaration, or the UTF-8 default. */
  readonly encodingFrom: 'bom' | 'content-type' | 'declaration' | 'default';
  /** Ways in which the bytes, the byte order mark, the declaration and the charset disagree. */
  readonly encodingConflicts: readonly EncodingConflict[];
  /** The characters, or null where the bytes are not in the encoding. */
  readonly text: string | null;
  readonly xml: XmlReading;
}

export interface EncodingConflict {
  readonly where: string;
  readonly expected: string;
  readonly actual: string;
  /** Where it can be read all the same. */
  readonly level?: 'should';
}

export type XmlReading =
  | {
      readonly kind: 'document';
      readonly root: XmlElement;
      /** Whether a document type declaration was passed over. */
      readonly doctype: boolean;
    }
  /** Beyond limits is more than this suite reads. Line and column from 1; column 0 where there is none. */
  | {
      readonly kind: 'malformed' | 'beyond-limits';
      readonly line: number;
      readonly column: number;
      readonly message: string;
    }
  /** It has entities of its document type declaration, which is never read. */
  | { readonly kind: 'doctype' }
  /** There are no characters to parse. */
  | { readonly kind: 'undecodable' };
