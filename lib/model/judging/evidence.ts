import type { Call, Contract, DeliveryField, PacketField, SendCall } from '../contract.ts';
import type { Exchange } from '../exchange.ts';
import type { Anatomy, Located, Structured, XmlElement, XmlReading } from './document.ts';
import type { Breach } from './finding.ts';
import type { DeliveryResult, PacketResult, Recipients, Reply } from './reply.ts';
import type { TransportFailure, WireRequest, WireResponse } from './wire.ts';

export interface RequestEvidence extends Call {
  readonly contract: Contract;
  readonly request: WireRequest;
  readonly readBack: RequestReading;
}

export interface RequestReading {
  /** Query and form fields in wire order; empty over SOAP. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Root of the envelope; null where there is none or it does not parse. */
  readonly root: XmlElement | null;
  /** Why it does not parse, and where. */
  readonly fault?: string;
  readonly doctype?: boolean;
}

export interface BodyReading {
  /** Its content codings, as the head names them; absent for none. */
  readonly coding?: string | undefined;
  /** The character encoding in which its bytes were read. */
  readonly encoding: string;
  /** Whether it begins with a byte order mark. */
  readonly hasMark: boolean;
  /** Ways in which the bytes, the byte order mark, the declaration and the charset disagree. */
  readonly encodingConflicts: readonly Breach[];
  /** The characters, or null where the bytes are not in the encoding. */
  readonly text: string | null;
  readonly xml: XmlReading;
}

/** The messages of a call as they were read; `reply` is absent where no response came. */
export interface ReadMessages {
  readonly request: RequestReading;
  readonly reply?: BodyReading | undefined;
}

export interface ResponseEvidence extends RequestEvidence {
  readonly failure: null;
  readonly response: WireResponse;
  readonly reading: BodyReading;
  readonly reply: Reply;
}

export interface DocumentEvidence extends ResponseEvidence {
  readonly anatomy: Anatomy;
}

export interface PayloadEvidence extends DocumentEvidence {
  readonly payload: Structured<PacketField>;
  readonly lists: readonly Located[];
  readonly deliveries: readonly Structured<DeliveryField>[];
}

export interface Delivery extends Structured<DeliveryField> {
  readonly texts: DeliveryResult;
}

export interface ReplyEvidence extends PayloadEvidence {
  readonly packet: PacketResult;
  readonly deliveries: readonly Delivery[];
  /** The field that identifies the packet, its XPath and its text. */
  readonly identifier: { readonly field: PacketField; readonly path: string; readonly text: string };
  /** The send whose packet is in the reply (this step itself, or the one a report asks about), and what its reply says. */
  readonly sent: (SendCall & Partial<Pick<ReplyEvidence, 'recipients'>>) | null;
  /** The recipients of that send and their delivery results; null where there is nothing to compare. */
  readonly recipients: Recipients | null;
  /** When that send was made, in milliseconds since the epoch; undefined where that is not known. */
  readonly sentAt?: number | undefined;
  /** Whether no later step of the exchange reads the packet again. */
  readonly lastReading: boolean;
  /** Another exchange of the run, one of whose sends was given the same identifier before; null for none. */
  readonly givenBefore: string | null;
  /** Returns the messages of the XML Schema validator about the payload. */
  readonly schemaErrors: () => readonly string[];
}

/** The outcomes of an exchange, by step. */
export interface ExchangeEvidence {
  readonly exchange: Exchange;
  readonly outcomes: readonly Evidence[];
  /** Those that are whole packet results. */
  readonly replies: readonly (ReplyEvidence | null)[];
}

/** The evidence of a call by how far it could be read. */
interface CallEvidence extends Record<'response' | 'success' | 'body', ResponseEvidence> {
  /** The failure is why there is no whole response. */
  readonly outcome: RequestEvidence & {
    readonly failure: TransportFailure | null;
    readonly response?: WireResponse;
  };
  readonly document: DocumentEvidence;
  readonly payload: PayloadEvidence;
  readonly reply: ReplyEvidence;
}

export type Evidence = {
  [Need in keyof CallEvidence]: CallEvidence[Need] & { readonly reached: Need };
}[keyof CallEvidence];

export type AnsweredEvidence = Exclude<Evidence, { readonly reached: 'outcome' }>;

/** The evidence that the check of a rule gets, by its need. */
export interface EvidenceByNeed extends CallEvidence {
  readonly request: RequestEvidence;
  readonly exchange: ExchangeEvidence;
  /** Ids of the rules that were evaluated somewhere in a whole run. */
  readonly run: { readonly evaluated: ReadonlySet<string> };
}

/** The validators of XML Schema: the same libxml2, compiled for the machine or to WebAssembly. */
export type SchemaEngineName = 'libxmljs2' | 'libxml2-wasm';
