import type { Binding, Contract, Operation, Structure } from '../model/contract.ts';
import { escapeAttribute } from './write/write-xml.ts';

export interface WsdlOptions {
  /** URL of the path base, as callers reach it. */
  readonly address: string;
  readonly namespace: string;
  /**
   * Writes lists over GET and POST as ASP.NET does, as a restriction of `soapenc:Array`; some clients then want the schema
   * of SOAP 1.1 encoding from the network. Without it they are strings.
   */
  readonly asmxLists?: boolean;
}

/** A binding as WSDL 1.1 names it: suffix of its port, prefix of its extension elements. */
const PORTS = {
  soap11: ['Soap', 'soap'],
  soap12: ['Soap12', 'soap12'],
  'http-get': ['HttpGet', 'http'],
  'http-post': ['HttpPost', 'http'],
} as const;

const ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/';

/**
 * Returns a WSDL 1.1 document of the operations of one path base (contract §1, §2, §4). Names of the service, its ports,
 * messages and array types are ours: the contract has none. `minOccurs="0"` claims nothing; without it clients would
 * refuse to leave out a parameter, which the contract leaves open (§4.6).
 */
export function wsdl(contract: Contract, path: string, options: WsdlOptions): string {
  const namespace = escapeAttribute(options.namespace);
  const { bindings, packetResult, deliveryResult } = contract;
  const operations = contract.operations.filter((operation) => operation.path === path);
  const lists = operations.flatMap(({ parameters }) => parameters).filter(({ type }) => type === 'list');
  const isEncoded = lists.length > 0 && options.asmxLists === true;
  const { element: result } = packetResult;
  const { element: item } = deliveryResult;
  return `<?xml version="1.0" encoding="utf-8"?>
<wsdl:definitions xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:soapenc="${ENCODING}" xmlns:tns="${namespace}" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" targetNamespace="${namespace}">
  <wsdl:types>
    <s:schema elementFormDefault="qualified" targetNamespace="${namespace}">${isEncoded ? IMPORT : ''}${each(operations, (one) => operationTypes(one, result))}
      <s:element name="${result}" nillable="true" type="tns:${result}" />${each([packetResult, deliveryResult], structureType)}${lists.length > 0 ? arrayType('ArrayOfString', 'string', 's:string') : ''}${arrayType(`ArrayOf${item}`, item, `tns:${item}`)}${isEncoded ? STRING_ARRAY : ''}
    </s:schema>
  </wsdl:types>${each(bindings, (binding) => each(operations, (one) => messages(binding, one, result, isEncoded)))}${each(bindings, (binding) => portType(binding, operations))}${each(bindings, (binding) => bindingElement(binding, operations, namespace))}
  <wsdl:service name="PostSms">${each(bindings, ({ id }) => port(id, escapeAttribute(options.address)))}
  </wsdl:service>
</wsdl:definitions>
`;
}

function each<T>(all: readonly T[], write: (one: T) => string): string {
  return all.map((one) => write(one)).join('');
}

const IMPORT = `
      <s:import namespace="${ENCODING}" />`;

const STRING_ARRAY = `
      <s:complexType name="StringArray">
        <s:complexContent mixed="false">
          <s:restriction base="soapenc:Array">
            <s:sequence>
              <s:element minOccurs="0" maxOccurs="unbounded" name="String" type="s:string" />
            </s:sequence>
          </s:restriction>
        </s:complexContent>
      </s:complexType>`;

function complexType(name: string, elements: string): string {
  return `
      <s:complexType name="${name}">
        <s:sequence>${elements}
        </s:sequence>
      </s:complexType>`;
}

function element(name: string, type: string): string {
  return `
          <s:element minOccurs="0" maxOccurs="1" name="${name}" type="${type}" />`;
}

function arrayType(name: string, item: string, type: string): string {
  const items = `
          <s:element minOccurs="0" maxOccurs="unbounded" name="${item}" nillable="true" type="${type}" />`;
  return complexType(name, items);
}

function structureType({ element: name, fields }: Structure): string {
  const typeOf = (field: Structure['fields'][number]) =>
    field.type === 'list' ? `tns:ArrayOf${field.item}` : 's:string';
  return complexType(
    name,
    each(fields, (field) => element(field.name, typeOf(field))),
  );
}

function operationTypes({ name, parameters }: Operation, result: string): string {
  const fields = each(parameters, (one) =>
    element(one.name, one.type === 'list' ? 'tns:ArrayOfString' : 's:string'),
  );
  return `
      <s:element name="${name}" type="tns:${name}" />${complexType(name, fields)}
      <s:element name="${name}Response" type="tns:${name}Response" />${complexType(`${name}Response`, element(`${name}Result`, `tns:${result}`))}`;
}

function messages(
  { id, envelope }: Binding,
  { name, parameters }: Operation,
  result: string,
  isEncoded: boolean,
) {
  const part = (of: string, type: string) => `
    <wsdl:part name="${of}" ${type} />`;
  const fields = each(parameters, (one) =>
    part(one.name, `type="${one.type === 'list' && isEncoded ? 'tns:StringArray' : 's:string'}"`),
  );
  const isSoap = envelope !== undefined;
  return `
  <wsdl:message name="${name}${PORTS[id][0]}In">${isSoap ? part('parameters', `element="tns:${name}"`) : fields}
  </wsdl:message>
  <wsdl:message name="${name}${PORTS[id][0]}Out">${isSoap ? part('parameters', `element="tns:${name}Response"`) : part('Body', `element="tns:${result}"`)}
  </wsdl:message>`;
}

function portType({ id }: Binding, operations: readonly Operation[]): string {
  const [suffix] = PORTS[id];
  return `
  <wsdl:portType name="PostSms${suffix}">${each(
    operations,
    ({ name }) => `
    <wsdl:operation name="${name}">
      <wsdl:input message="tns:${name}${suffix}In" />
      <wsdl:output message="tns:${name}${suffix}Out" />
    </wsdl:operation>`,
  )}
  </wsdl:portType>`;
}

function bindingElement(binding: Binding, operations: readonly Operation[], namespace: string): string {
  const [suffix, prefix] = PORTS[binding.id];
  const how = binding.envelope
    ? 'transport="http://schemas.xmlsoap.org/soap/http"'
    : `verb="${binding.method}"`;
  return `
  <wsdl:binding name="PostSms${suffix}" type="tns:PostSms${suffix}">
    <${prefix}:binding ${how} />${each(
      operations,
      ({ name }) => `
    <wsdl:operation name="${name}">${operationBinding(binding, name, namespace)}
    </wsdl:operation>`,
    )}
  </wsdl:binding>`;
}

/** The action is that of contract §4.1 rule 1, with one slash where the namespace ends in one. */
function operationBinding({ id, method, envelope }: Binding, name: string, namespace: string): string {
  const [, prefix] = PORTS[id];
  const action = `soapAction="${namespace}${namespace.endsWith('/') ? '' : '/'}${name}"`;
  // A client over SOAP 1.2 sends what it finds here as `action` of the media type, which the contract does not have.
  const told = id === 'soap12' ? 'soapAction="" soapActionRequired="false"' : action;
  const form =
    method === 'GET' ? '<http:urlEncoded />' : '<mime:content type="application/x-www-form-urlencoded" />';
  return envelope === undefined
    ? `
      <http:operation location="/${name}" />
      <wsdl:input>${form}</wsdl:input>
      <wsdl:output><mime:mimeXml part="Body" /></wsdl:output>`
    : `
      <${prefix}:operation ${told} style="document" />
      <wsdl:input><${prefix}:body use="literal" /></wsdl:input>
      <wsdl:output><${prefix}:body use="literal" /></wsdl:output>`;
}

function port(id: Binding['id'], address: string): string {
  const [suffix, prefix] = PORTS[id];
  return `
    <wsdl:port name="PostSms${suffix}" binding="tns:PostSms${suffix}">
      <${prefix}:address location="${address}" />
    </wsdl:port>`;
}
