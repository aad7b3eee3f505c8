import type { DeliveryField, PacketField } from '../contract.ts';

/** The packet result of contract §2.1: its texts by field name, and its list of delivery results. */
export interface PacketResult {
  readonly texts: Readonly<Record<PacketField, string>>;
  readonly deliveries: readonly DeliveryResult[];
}

/** One EmSmsDeliveryResult of contract §2.2: its texts by field name. */
export type DeliveryResult = Readonly<Record<DeliveryField, string>>;

/** A number in a delivery result, and its XPath. */
export type NumberFound = Readonly<Record<'text' | 'path', string>>;

/** A recipient of a packet: its number, as often as the request writes it (`sent`), and its delivery results. */
export interface Recipient {
  readonly number: string;
  readonly sent: readonly string[];
  readonly found: readonly NumberFound[];
}

/** The recipients of a packet, compared with its delivery results. */
export interface Recipients {
  readonly all: readonly Recipient[];
  readonly strangers: readonly NumberFound[];
  /** Texts that are no number, so that any recipient may be meant. */
  readonly unreadable: readonly NumberFound[];
  /** XPath of the delivery results. */
  readonly path: string;
  readonly field: DeliveryField;
  readonly parameter: string;
}

/** A summary of the reply to a probe. */
export interface Answer<Text extends string = string> {
  readonly kind: 'packet-result' | 'soap-fault' | 'plain-error' | 'other' | 'not-read' | 'no-response';
  /** Of a fault, or of the failure to get a response. */
  readonly code?: Text;
  /** Beginning of what it says; of a packet its status; of what is too large to read, why. */
  readonly text: Text;
}

export type Reply =
  | { readonly kind: 'packet-result'; readonly packet: PacketResult }
  | {
      readonly kind: 'soap-fault';
      /** All of it, on one line. */
      readonly text: string;
      /** Without its prefix. */
      readonly code?: string;
      readonly reason?: string;
    }
  | { readonly kind: 'plain-error'; readonly text: string }
  | { readonly kind: 'unreadable'; readonly why: string };

/** What a target did where the contract is silent, as data. */
export type ObservedFact<Text extends string = string> =
  /** A field that a reply lacks. */
  | { readonly kind: 'absent' }
  /** Delivery results in the order of their recipients, or in another. */
  | { readonly kind: 'in-order' | 'another-order' }
  /** The text of a refusal that names the packet of its request. */
  | { readonly kind: 'names-packet' }
  /** How a request was answered; `code` is that of a fault, absent where it has none. */
  | { readonly kind: 'answer'; readonly status: number; readonly reply: Reply['kind']; readonly code?: Text };

/**
 * The evidence that a rule needs to be evaluated, each including those before it:
 * `request` our bytes · `outcome` the end of the attempt · `response` a response came · `success` that claims success ·
 * `body` its body is no page or text that refuses · `document` the body is XML · `payload` a result element was found · `reply` it is a whole packet result.
 */
export const needs = [
  'request',
  'outcome',
  'response',
  'success',
  'body',
  'document',
  'payload',
  'reply',
] as const;
export type Need = (typeof needs)[number];
