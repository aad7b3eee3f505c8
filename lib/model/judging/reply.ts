/** The packet result of contract §2.1, decoded: its texts by field name, and its list of delivery results. */
export interface PacketResult {
  readonly texts: Readonly<Record<string, string>>;
  readonly deliveries: readonly DeliveryResult[];
}

/** One EmSmsDeliveryResult of contract §2.2: its texts by field name. */
export type DeliveryResult = Readonly<Record<string, string>>;

/** What a response means. */
export type Reply =
  | { readonly kind: 'packet-result'; readonly packet: PacketResult }
  | { readonly kind: 'soap-fault'; readonly text: string }
  | { readonly kind: 'plain-error'; readonly text: string }
  | { readonly kind: 'unreadable'; readonly why: string };
