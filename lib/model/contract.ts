/** The four bindings of contract §4.1; the ids name folders, exchanges and filters. */
export type BindingId = 'soap11' | 'soap12' | 'http-get' | 'http-post';

/** How strongly the contract asks for something; findings never outrank the case that made them. */
export type Level = 'must' | 'should' | 'gap';

/** From which level on findings make the run fail. */
export type Gate = Exclude<Level, 'gap'>;

/** What a case writes for a parameter before generators and `${…}` are resolved. */
export type DeclaredValue = string | readonly string[] | Generator;

/** A value computed by the plan (see cases/language.md, "Values"). */
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
  /** `ticket`: the secret. `recipients`: who gets the message. `text`: the message. `packet`: which packet a report is about. */
  readonly role?: 'ticket' | 'recipients' | 'text' | 'packet';
  /** Field of the delivery results in which the contract lets this value be seen again. */
  readonly echo?: DeliveryField;
  /** What a case that does not name the parameter sends; absent where a case must say it (a packet). */
  readonly canonical?: DeclaredValue;
}

/** A parameter whose value is seen again in the delivery results. */
export type EchoedParameter = Parameter & Required<Pick<Parameter, 'echo'>>;

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

export interface ReportOperation extends AnyOperation {
  readonly kind: 'report';
  readonly packet: Parameter;
}

export type Operation = SendOperation | ReportOperation;

interface AnyBinding {
  readonly id: BindingId;
  readonly name: string;
  readonly response: { readonly status: number; readonly mediaType: string; readonly charset: string };
}

/** Requests go to the path base itself. */
export interface SoapBinding extends AnyBinding {
  readonly method: 'POST';
  readonly address: 'path-base';
  readonly request: {
    /** Content type to the letter. */
    readonly contentType: string;
    readonly soapAction: boolean;
  };
  /** Envelope namespace of the SOAP version. */
  readonly envelope: string;
}

interface PlainBinding extends AnyBinding {
  /** Requests go to `<path base>/<OperationName>`. */
  readonly address: 'operation';
  readonly envelope?: never;
}

export interface QueryBinding extends PlainBinding {
  readonly method: 'GET';
  /** There is no body, and so no content type. */
  readonly request: { readonly contentType?: never; readonly soapAction: false };
}

export interface FormBinding extends PlainBinding {
  readonly method: 'POST';
  readonly request: { readonly contentType: string; readonly soapAction: false };
}

export type Binding = SoapBinding | QueryBinding | FormBinding;

/** Text fields of the packet result (contract §2.1) and of a delivery result (contract §2.2). */
export type PacketField = 'PacketID' | 'PacketStatus';
export type DeliveryField =
  | ('GsmNumber' | 'DeliveryResult' | 'DeliveryDetail' | 'DeliveryTime' | 'DeliveredMessage')
  | ('PostType' | 'KeyID' | 'SendDate');

export interface TextField<Name extends string = string> {
  readonly name: Name;
  readonly type: 'string';
  readonly role?: 'identifier';
}

/** A field that holds elements. */
export interface ListField {
  readonly name: string;
  readonly type: 'list';
  readonly item: string;
}

export type Field = TextField | ListField;

/** An element with named children, each a text or a list of elements (contract §2). */
export interface Structure<Name extends string = string> {
  readonly element: string;
  readonly fields: readonly (TextField<Name> | ListField)[];
}

/** The packet result; the loader finds the field that identifies a packet, and the list of delivery results. */
export interface PacketStructure extends Structure<PacketField> {
  readonly identifier: PacketField;
  readonly list: ListField;
}

/** The contract as data: what cases/contract.yaml declares, with what the loader finds in it. */
export interface Contract {
  readonly operations: readonly Operation[];
  readonly bindings: readonly Binding[];
  readonly packetResult: PacketStructure;
  readonly deliveryResult: Structure<DeliveryField>;
}

/** Where requests go. */
export interface Target {
  /** Scheme, authority and path without a slash at the end. */
  readonly baseUrl: string;
  readonly namespace: string;
  readonly kind: 'reference' | 'external';
}

/** One call ready to be encoded: every value known. */
export interface Call<B extends Binding = Binding, O extends Operation = Operation> {
  readonly operation: O;
  readonly binding: B;
  readonly values: ParameterValues;
  readonly target: Target;
}

/** A call that has messages sent. */
export type SendCall = Call<Binding, SendOperation>;

export function isSendCall<C extends Pick<Call, 'operation'>>(
  call: C,
): call is C & Pick<SendCall, 'operation'> {
  return call.operation.kind === 'send';
}
