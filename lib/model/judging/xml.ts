/** An XML element with its namespace resolved; prefixes are kept only to show them. */
export interface XmlElement {
  /** Namespace URI, empty where there is none. */
  readonly uri: string;
  readonly local: string;
  readonly prefix: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlNode[];
}

export interface XmlAttribute {
  readonly uri: string;
  readonly local: string;
  readonly value: string;
}

/** Text nodes hold decoded characters (CDATA and references resolved); comments and PIs are dropped. */
export type XmlNode = XmlElement | string;
