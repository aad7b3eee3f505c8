import type { Call } from '../../model/call.ts';
import type { Contract, Operation } from '../../model/contract.ts';
import type { Anatomy, XmlElement } from '../../model/judging/document.ts';
import type { WireRequest } from '../../model/judging/wire.ts';

/** What a reply is read by. */
export interface Service {
  readonly operation: Operation;
  readonly contract: Contract;
  readonly namespace: string;
}

/** What a binding knows: how to write a call, and where a reply keeps its parts. */
export interface BindingModule {
  /** A method, so that each module takes calls over its own binding only. */
  encode(call: Call): WireRequest;
  readonly decode: (root: XmlElement, service: Service) => Anatomy;
}
