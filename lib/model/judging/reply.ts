import type { DeliveryField, PacketField } from '../contract.ts';

/** The packet result of contract §2.1, decoded: its texts by field name, and its list of delivery results. */
export interface PacketResult {
  readonly texts: Readonly<Record<PacketField, string>>;
  readonly deliveries: readonly DeliveryResult[];
}

/** One EmSmsDeliveryResult of contract §2.2: its texts by field name. */
export type DeliveryResult = Readonly<Record<DeliveryField, string>>;

/** What came back to a probe, in short. */
export interface Answer<Text extends string = string> {
  readonly kind: 'packet-result' | 'soap-fault' | 'plain-error' | 'other' | 'not-read' | 'no-response';
  /** Of a fault, or of the failure to get a response. */
  readonly code?: Text;
  /** Beginning of what it says; of a packet its status; of what is too large to read, why. */
  readonly text: Text;
}

/** What a response means. */
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

/**
 * What a rule needs before it can say anything, each including those before it:
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
