import type { Anatomy } from '../model/anatomy.ts';
import type { Call } from '../model/call.ts';
import type { Contract, Operation } from '../model/contract.ts';
import type { WireRequest } from '../model/wire.ts';
import type { XmlElement } from '../model/xml.ts';

/** What a binding knows: how to write a call, and where a reply keeps its parts. */
export interface BindingModule {
  readonly encode: (call: Call) => WireRequest;
  readonly decode: (root: XmlElement, operation: Operation, contract: Contract) => Anatomy;
}
