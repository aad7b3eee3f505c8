/** The four bindings of contract §4.1; the ids name folders, exchanges and filters. */
export type BindingId = 'soap11' | 'soap12' | 'http-get' | 'http-post';

export const soapBindings: readonly BindingId[] = ['soap11', 'soap12'];
export const fieldBindings: readonly BindingId[] = ['http-get', 'http-post'];
export const allBindings = [...soapBindings, ...fieldBindings];

/** How strongly the contract asks for something. */
export type Level = 'must' | 'should' | 'gap';

/** From which level on findings make the run fail. */
export type Gate = Exclude<Level, 'gap'>;

/** The value of a parameter in a case, with unresolved references and generators. */
export type DeclaredValue = string | readonly string[] | Generator;

export type Generator =
  | { readonly 'unique-id': string }
  | { readonly 'other-ticket': number }
  | { readonly number: NumberFormat }
  | { readonly numbers: number; readonly format?: NumberFormat; readonly repeat?: number }
  | { readonly fill: string; readonly length: number };

/** Ways to write the same subscriber number; `country` is the plain form with country code. */
export type NumberFormat = 'country' | 'plus' | 'double-zero' | 'zero' | 'bare';

export type ParameterValue = string | readonly string[];
export type ParameterValues = Readonly<Record<string, ParameterValue>>;

export interface Parameter {
  readonly name: string;
  readonly type: 'string' | 'list';
  /** `ticket`: the secret. `recipients`: who gets the message. `text`: the message. `packet`: which packet a report is about. */
  readonly role?: 'ticket' | 'recipients' | 'text' | 'packet';
  /** Field of the delivery results in which the contract lets this value be seen again. */
  readonly echo?: DeliveryField;
  /** The value of a case that does not name the parameter; absent if a case must name it (a packet). */
  readonly canonical?: DeclaredValue;
}

export type EchoedParameter = Parameter & { readonly echo: DeliveryField };

interface AnyOperation {
  readonly name: string;
  /** Path base, relative to the base URL (contract §1). */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** The loader finds the parameters with a role by it. */
  readonly ticket: Parameter;
}

export interface SendOperation extends AnyOperation {
  readonly kind: 'send';
  readonly recipients: EchoedParameter;
  readonly text: EchoedParameter;
}

interface ReportOperation extends AnyOperation {
  readonly kind: 'report';
  readonly packet: Parameter;
}

export type Operation = SendOperation | ReportOperation;

interface AnyBinding<Method, ContentType, Envelope> {
  readonly id: BindingId;
  readonly name: string;
  readonly method: Method;
  /** Where requests go: to the path base itself, or to `<path base>/<OperationName>`. */
  readonly address: 'path-base' | 'operation';
  readonly request: { readonly contentType: ContentType; readonly soapAction: boolean };
  readonly response: { readonly status: number; readonly mediaType: string; readonly charset: string };
  /** Namespace of the envelope, of SOAP only. */
  readonly envelope: Envelope;
}

export type SoapBinding = AnyBinding<'POST', string, string>;
export type FormBinding = AnyBinding<'POST', string, undefined>;
export type Binding = SoapBinding | FormBinding | AnyBinding<'GET', undefined, undefined>;

/** Text fields of the packet result (contract §2.1) and of a delivery result (contract §2.2). */
export type PacketField = 'PacketID' | 'PacketStatus';
export type DeliveryField =
  | ('GsmNumber' | 'DeliveryResult' | 'DeliveryDetail' | 'DeliveryTime' | 'DeliveredMessage')
  | ('PostType' | 'KeyID' | 'SendDate');

interface ListField {
  readonly name: string;
  readonly type: 'list';
  readonly item: string;
}

export type Field<Name extends string = string> =
  | { readonly name: Name; readonly type: 'string'; readonly role?: 'identifier' }
  | ListField;

/** An element with named children, each a text or a list of elements (contract §2). */
export interface Structure<Name extends string = string> {
  readonly element: string;
  readonly fields: readonly Field<Name>[];
}

/** The contract as data: what cases/contract.yaml declares, with what the loader finds in it. */
export interface Contract {
  /** The operations that are under another path base, as `name=base`; absent where none is. */
  readonly adapted?: readonly string[];
  readonly operations: readonly Operation[];
  readonly bindings: readonly Binding[];
  /** The loader finds the field that identifies a packet, and the list of delivery results. */
  readonly packetResult: Structure<PacketField> & {
    readonly identifier: PacketField;
    readonly list: ListField;
  };
  readonly deliveryResult: Structure<DeliveryField>;
}

export interface Target {
  /** Scheme, authority and path without a slash at the end. */
  readonly baseUrl: string;
  readonly namespace: string;
  readonly kind: 'reference' | 'external';
}

export interface Call<B extends Binding = Binding, O extends Operation = Operation> {
  readonly operation: O;
  readonly binding: B;
  readonly values: ParameterValues;
  readonly target: Target;
}

export type SendCall = Call<Binding, SendOperation>;

export function isSendCall(call: Call): call is SendCall {
  return call.operation.kind === 'send';
}
