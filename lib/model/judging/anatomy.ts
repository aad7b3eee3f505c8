import type { XmlElement } from './xml.ts';

/** An element with the XPath that leads to it, written in local names. */
export interface Located {
  readonly element: XmlElement;
  readonly path: string;
}

/**
 * Where the parts of a reply are, found leniently: a part with the wrong namespace, or a name that is wrong in
 * letter case only, is still taken for the part, so that what lies inside can be judged as well.
 */
export interface Anatomy {
  readonly root: Located;
  /** SOAP only. */
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
