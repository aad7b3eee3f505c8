import type { Binding, Contract, Field, Operation, Parameter, Structure } from '../model/contract.ts';
import { escapedAttribute } from './write/write-xml.ts';

const SERVICE = 'PostSms';

/** A binding as WSDL 1.1 names it: suffix of its port, that of its port type, and prefix of its extension elements. */
const PORTS = {
  soap11: ['Soap', 'Soap', 'soap'],
  soap12: ['Soap12', 'Soap', 'soap12'],
  'http-get': ['HttpGet', 'HttpGet', 'http'],
  'http-post': ['HttpPost', 'HttpPost', 'http'],
} as const;

const WSDL = 'http://schemas.xmlsoap.org/wsdl';
const ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/';
const PREFIXES =
  `xmlns:soapenc="${ENCODING}" xmlns:soap12="${WSDL}/soap12/" xmlns:http="${WSDL}/http/" xmlns:mime="${WSDL}/mime/"` +
  ` xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:soap="${WSDL}/soap/" xmlns:wsdl="${WSDL}/"`;

/**
 * Returns the WSDL 1.1 document that ASP.NET writes of an ASMX class with the operations of one path base (contract §1,
 * §2, §4). Names of the service, its ports and array types are in no contract. `minOccurs="0"` claims nothing; without it
 * clients would refuse to leave out a parameter, which the contract leaves open (§4.6).
 *
 * @param options `address`, the URL of the path base as callers reach it; `asmxLists`, whether lists over GET and POST are
 * typed as in ASP.NET, as a restriction of `soapenc:Array`, so that some clients want the schema of SOAP 1.1 encoding from
 * the network; without it they are strings
 */
export function wsdl(
  contract: Contract,
  path: string,
  options: Readonly<Record<'address' | 'namespace', string>> & { readonly asmxLists?: boolean },
): string {
  const namespace = escapedAttribute(options.namespace);
  const base = namespace.endsWith('/') ? namespace : `${namespace}/`;
  const { bindings, packetResult } = contract;
  const operations = contract.operations.filter((operation) => operation.path === path);
  const isEncoded = options.asmxLists === true && operations.some(hasList);
  // The two versions of SOAP share one port type.
  const typed = bindings.filter(({ id }) => PORTS[id][0] === PORTS[id][1]);
  const declared = `xmlns:tns="${namespace}"${isEncoded ? ` xmlns:s1="${base}AbstractTypes"` : ''}`;
  const list = isEncoded ? 's1:StringArray' : 's:string';
  const schema = `s:schema elementFormDefault="qualified" targetNamespace="${namespace}"`;
  const types = [node(schema, ...typesOf(operations, contract))];
  if (isEncoded) types.push(node(`s:schema targetNamespace="${base}AbstractTypes"`, ...STRING_ARRAY));
  const portTypes = typed.map(({ id }) => {
    const [suffix] = PORTS[id];
    const described = operations.map(({ name }) =>
      node(
        `wsdl:operation name="${name}"`,
        node(`wsdl:input message="tns:${name}${suffix}In"`),
        node(`wsdl:output message="tns:${name}${suffix}Out"`),
      ),
    );
    return node(`wsdl:portType name="${SERVICE}${suffix}"`, ...described);
  });
  const ports = bindings.map(({ id }) => {
    const [suffix, , prefix] = PORTS[id];
    const start = `wsdl:port name="${SERVICE}${suffix}" binding="tns:${SERVICE}${suffix}"`;
    return node(start, node(`${prefix}:address location="${escapedAttribute(options.address)}"`));
  });
  const document = node(
    `wsdl:definitions ${PREFIXES} ${declared} targetNamespace="${namespace}"`,
    node('wsdl:types', ...types),
    ...typed.flatMap((port) =>
      operations.flatMap((each) => messages(port, each, packetResult.element, list)),
    ),
    ...portTypes,
    ...bindings.map((binding) => bound(binding, operations, base)),
    node(`wsdl:service name="${SERVICE}"`, ...ports),
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n${document}\n`;
}

/** Writes an element with unescaped name and attributes, each child element on its own lines. */
function node(start: string, ...children: readonly string[]): string {
  if (children.length === 0) return `<${start} />`;
  const inside = children.map((child) => `\n${child}`.replaceAll('\n', '\n  ')).join('');
  return `<${start}>${inside}\n</${start.split(' ', 1)}>`;
}

const hasList = ({ parameters }: Operation) => parameters.some(({ type }) => type === 'list');

const items = (described: string) =>
  node('s:sequence', node(`s:element minOccurs="0" maxOccurs="unbounded" ${described}`));

const arrayOf = (array: string, name: string, type: string) =>
  node(`s:complexType name="ArrayOf${array}"`, items(`name="${name}" nillable="true" type="${type}"`));

const element = (name: string, type: string) =>
  node(`s:element minOccurs="0" maxOccurs="1" name="${name}" type="${type}"`);

/** Writes the elements of fields or parameters; a list that names no items is a list of texts. */
function sequence(fields: readonly (Field | Parameter)[]): string {
  const typeOf = (field: Field | Parameter) =>
    field.type === 'list' ? `tns:ArrayOf${'item' in field ? field.item : 'String'}` : 's:string';
  return node('s:sequence', ...fields.map((field) => element(field.name, typeOf(field))));
}

/** Writes the elements of the operations, each type behind the first element that names it. */
function typesOf(operations: readonly Operation[], { packetResult, deliveryResult }: Contract) {
  const { element: result } = packetResult;
  const { element: item } = deliveryResult;
  const structure = (type: Structure) => node(`s:complexType name="${type.element}"`, sequence(type.fields));
  const ofResult = [structure(packetResult), arrayOf(item, item, `tns:${item}`), structure(deliveryResult)];
  // Its type has no name, as ASP.NET writes requests and replies.
  const wrapper = (name: string, content: string) =>
    node(`s:element name="${name}"`, node('s:complexType', content));
  const withList = operations.find(hasList);
  const elements = operations.flatMap((operation, place) => {
    const { name, parameters } = operation;
    return [
      wrapper(name, sequence(parameters)),
      ...(operation === withList ? [arrayOf('String', 'string', 's:string')] : []),
      wrapper(`${name}Response`, node('s:sequence', element(`${name}Result`, `tns:${result}`))),
      ...(place === 0 ? ofResult : []),
    ];
  });
  return [...elements, node(`s:element name="${result}" nillable="true" type="tns:${result}"`)];
}

const RESTRICTION = node('s:restriction base="soapenc:Array"', items('name="String" type="s:string"'));
const STRING_ARRAY = [
  node(`s:import namespace="${ENCODING}"`),
  node('s:complexType name="StringArray"', node('s:complexContent mixed="false"', RESTRICTION)),
];

function messages({ id, envelope }: Binding, { name, parameters }: Operation, result: string, list: string) {
  const [suffix] = PORTS[id];
  const part = (of: string, by: string) => node(`wsdl:part name="${of}" ${by}`);
  const fields = parameters.map(({ name, type }) =>
    part(name, `type="${type === 'list' ? list : 's:string'}"`),
  );
  const [sent, answered] = envelope
    ? [[part('parameters', `element="tns:${name}"`)], part('parameters', `element="tns:${name}Response"`)]
    : [fields, part('Body', `element="tns:${result}"`)];
  return [
    node(`wsdl:message name="${name}${suffix}In"`, ...sent),
    node(`wsdl:message name="${name}${suffix}Out"`, answered),
  ];
}

/** Writes a binding. The SOAP action is that of contract §4.1 rule 1, with one slash if the namespace ends in a slash. */
function bound({ id, method, envelope }: Binding, operations: readonly Operation[], base: string): string {
  const [suffix, type, prefix] = PORTS[id];
  const body = `${prefix}:body use="literal"`;
  const form = method === 'GET' ? 'http:urlEncoded' : 'mime:content type="application/x-www-form-urlencoded"';
  const [style, sent, answered] = envelope
    ? ['transport="http://schemas.xmlsoap.org/soap/http"', body, body]
    : [`verb="${method}"`, form, 'mime:mimeXml part="Body"'];
  const described = operations.map(({ name }) => {
    const place = envelope ? `soapAction="${base}${name}" style="document"` : `location="/${name}"`;
    return node(
      `wsdl:operation name="${name}"`,
      node(`${prefix}:operation ${place}`),
      node('wsdl:input', node(sent)),
      node('wsdl:output', node(answered)),
    );
  });
  const start = `wsdl:binding name="${SERVICE}${suffix}" type="tns:${SERVICE}${type}"`;
  return node(start, node(`${prefix}:binding ${style}`), ...described);
}
