import type { Structure } from '../contract.ts';

export interface XmlElement {
  /** Namespace URI, empty where there is none. */
  readonly uri: string;
  readonly local: string;
  readonly prefix: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlNode[];
}

export type XmlAttribute = Readonly<Record<'uri' | 'local' | 'value', string>>;

/** Text nodes hold decoded characters (CDATA and references resolved); comments and PIs are dropped. */
export type XmlNode = XmlElement | string;

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
  | { readonly kind: 'undecodable' };

/** An element with the XPath to it in local names. */
export interface Located {
  readonly element: XmlElement;
  readonly path: string;
}

/** An element that should have a structure of the contract: the packet result, or one delivery result. */
export interface Structured<Name extends string = string> extends Located {
  readonly structure: Structure<Name>;
  readonly namespace: string;
  readonly fields: readonly Located[];
  /** All other children. Beside a field, an element of the same name in another namespace is one of them. */
  readonly strangers: readonly Located[];
}

/** The parts of a reply; one in a wrong namespace or letter case is taken all the same, so that its inside is judged. */
export interface Anatomy {
  readonly root: Located;
  readonly soap?: {
    readonly bodies: readonly Located[];
    /** Elements of the first Body. */
    readonly entries: readonly Located[];
    readonly fault?: Located;
    readonly response?: Located;
  };
  /** The element that holds the packet result: EmPostSmsResult, or `<OperationName>Result` over SOAP. */
  readonly payload?: Located;
}
