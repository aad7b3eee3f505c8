/** The four bindings of contract §4.1; the ids name folders, exchanges and filters. */
export type BindingId = 'soap11' | 'soap12' | 'http-get' | 'http-post';

/** How strongly the contract asks for something; findings never outrank the case that made them. */
export type Level = 'must' | 'should' | 'gap';

/** From which level on findings make the run fail. */
export type Gate = Exclude<Level, 'gap'>;

/** What a case writes for a parameter before generators and `${…}` are resolved. */
export type DeclaredValue = string | readonly string[] | Generator;

/** A value computed by the plan (see cases/README.md, "Generated values"). */
export type Generator =
  | { readonly 'unique-id': string }
  | { readonly number: NumberFormat }
  | { readonly numbers: number; readonly format?: NumberFormat; readonly repeat?: number }
  | { readonly fill: string; readonly length: number };

/** Ways to write the same subscriber number; `country` is the plain form with country code. */
export type NumberFormat = 'country' | 'plus' | 'double-zero' | 'zero' | 'bare';

/** The value a request carries for one parameter: text, or one text per list item. */
export type ParameterValue = string | readonly string[];
export type ParameterValues = Readonly<Record<string, ParameterValue>>;

export interface Parameter {
  readonly name: string;
  readonly type: 'string' | 'list';
  /** `ticket`: the secret. `recipients`: who gets the message. `text`: the message. `packet`: which packet is asked for. */
  readonly role?: 'ticket' | 'recipients' | 'text' | 'packet';
  /** Field of the delivery results in which the contract lets this value be seen again. */
  readonly echo?: string;
  /** What a case that does not name the parameter sends; absent where a case must say it (a packet). */
  readonly canonical?: DeclaredValue;
}

export interface Operation {
  readonly name: string;
  readonly kind: 'send' | 'report';
  /** Path base, relative to the base URL (contract §1). */
  readonly path: string;
  readonly parameters: readonly Parameter[];
}

export interface Binding {
  readonly id: BindingId;
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Whether requests go to the path base itself or to `<path base>/<OperationName>`. */
  readonly address: 'path-base' | 'operation';
  readonly request: {
    /** Content type to the letter; absent where the request has no body. */
    readonly contentType?: string;
    readonly soapAction: boolean;
  };
  readonly response: { readonly status: number; readonly mediaType: string; readonly charset: string };
  /** Envelope namespace of the SOAP version; absent where there is no envelope. */
  readonly envelope?: string;
}

/** An element with named children, each a text or a list of elements (contract §2). */
export interface Structure {
  readonly element: string;
  readonly fields: readonly Field[];
}

export type Field =
  | { readonly name: string; readonly type: 'string'; readonly role?: 'identifier' }
  | { readonly name: string; readonly type: 'list'; readonly item: string };

/** The contract as data: everything that cases/contract.yaml declares. */
export interface Contract {
  readonly operations: readonly Operation[];
  readonly bindings: readonly Binding[];
  readonly packetResult: Structure;
  readonly deliveryResult: Structure;
}
