import type { Binding, Contract, Operation, Parameter, Structure } from '../model/contract.ts';
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

const SERVICE = 'PostSms';

/** A binding as WSDL 1.1 names it: suffix of its port, prefix of its extension elements. */
const PORTS = {
  soap11: { suffix: 'Soap', prefix: 'soap', verb: null },
  soap12: { suffix: 'Soap12', prefix: 'soap12', verb: null },
  'http-get': { suffix: 'HttpGet', prefix: 'http', verb: 'GET' },
  'http-post': { suffix: 'HttpPost', prefix: 'http', verb: 'POST' },
} as const;

/**
 * Returns a WSDL 1.1 document of the operations of one path base (contract §1, §2, §4). Names of the service, its ports,
 * messages and array types are ours: the contract has none. `minOccurs="0"` claims nothing; without it clients would
 * refuse to leave out a parameter, which the contract leaves open (§4.6).
 */
export function wsdl(
  contract: Contract,
  path: string,
  { address, namespace, asmxLists = false }: WsdlOptions,
): string {
  const operations = contract.operations.filter((operation) => operation.path === path);
  const { bindings } = contract;
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<wsdl:definitions xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:tns="${escapeAttribute(namespace)}" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" targetNamespace="${escapeAttribute(namespace)}">`,
    ...types(contract, operations, namespace, asmxLists),
    ...bindings.flatMap((binding) => messages(binding, operations, contract, asmxLists)),
    ...bindings.flatMap((binding) => portType(binding, operations)),
    ...bindings.flatMap((binding) => bindingElement(binding, operations, namespace)),
    `  <wsdl:service name="${SERVICE}">`,
    ...bindings.flatMap((binding) => port(binding, address)),
    '  </wsdl:service>',
    '</wsdl:definitions>',
    '',
  ].join('\n');
}

function types(
  contract: Contract,
  operations: readonly Operation[],
  namespace: string,
  asmxLists: boolean,
): readonly string[] {
  const { packetResult, deliveryResult } = contract;
  const lists = operations.flatMap(({ parameters }) => parameters).filter(({ type }) => type === 'list');
  const arrays = [
    ...(lists.length > 0 ? array('ArrayOfString', 'string', 's:string') : []),
    ...array(`ArrayOf${deliveryResult.element}`, deliveryResult.element, `tns:${deliveryResult.element}`),
  ];
  const encoded =
    lists.length > 0 && asmxLists
      ? [
          '      <s:complexType name="StringArray">',
          '        <s:complexContent mixed="false">',
          '          <s:restriction base="soapenc:Array">',
          '            <s:sequence>',
          '              <s:element minOccurs="0" maxOccurs="unbounded" name="String" type="s:string" />',
          '            </s:sequence>',
          '          </s:restriction>',
          '        </s:complexContent>',
          '      </s:complexType>',
        ]
      : [];
  return [
    '  <wsdl:types>',
    `    <s:schema elementFormDefault="qualified" targetNamespace="${escapeAttribute(namespace)}">`,
    ...(encoded.length > 0
      ? ['      <s:import namespace="http://schemas.xmlsoap.org/soap/encoding/" />']
      : []),
    ...operations.flatMap(({ name, parameters }) => [
      `      <s:element name="${name}" type="tns:${name}" />`,
      ...sequence(
        name,
        parameters.map((one) => element(one.name, one.type === 'list' ? 'tns:ArrayOfString' : 's:string')),
      ),
      `      <s:element name="${name}Response" type="tns:${name}Response" />`,
      ...sequence(`${name}Response`, [element(`${name}Result`, `tns:${packetResult.element}`)]),
    ]),
    `      <s:element name="${packetResult.element}" nillable="true" type="tns:${packetResult.element}" />`,
    ...structure(packetResult),
    ...structure(deliveryResult),
    ...arrays,
    ...encoded,
    '    </s:schema>',
    '  </wsdl:types>',
  ];
}

function structure({ element: name, fields }: Structure): readonly string[] {
  return sequence(
    name,
    fields.map((field) =>
      element(field.name, field.type === 'list' ? `tns:ArrayOf${field.item}` : 's:string'),
    ),
  );
}

function element(name: string, type: string): string {
  return `<s:element minOccurs="0" maxOccurs="1" name="${name}" type="${type}" />`;
}

function array(name: string, item: string, type: string): readonly string[] {
  return sequence(name, [
    `<s:element minOccurs="0" maxOccurs="unbounded" name="${item}" nillable="true" type="${type}" />`,
  ]);
}

function sequence(name: string, elements: readonly string[]): readonly string[] {
  return [
    `      <s:complexType name="${name}">`,
    '        <s:sequence>',
    ...elements.map((one) => `          ${one}`),
    '        </s:sequence>',
    '      </s:complexType>',
  ];
}

function messages(
  { id, envelope }: Binding,
  operations: readonly Operation[],
  { packetResult }: Contract,
  asmxLists: boolean,
): readonly string[] {
  const { suffix } = PORTS[id];
  const typeOf = ({ type }: Parameter) => (type === 'list' && asmxLists ? 'tns:StringArray' : 's:string');
  return operations.flatMap(({ name, parameters }) => [
    `  <wsdl:message name="${name}${suffix}In">`,
    ...(envelope === undefined
      ? parameters.map((one) => `    <wsdl:part name="${one.name}" type="${typeOf(one)}" />`)
      : [`    <wsdl:part name="parameters" element="tns:${name}" />`]),
    '  </wsdl:message>',
    `  <wsdl:message name="${name}${suffix}Out">`,
    envelope === undefined
      ? `    <wsdl:part name="Body" element="tns:${packetResult.element}" />`
      : `    <wsdl:part name="parameters" element="tns:${name}Response" />`,
    '  </wsdl:message>',
  ]);
}

function portType({ id }: Binding, operations: readonly Operation[]): readonly string[] {
  const { suffix } = PORTS[id];
  return [
    `  <wsdl:portType name="${SERVICE}${suffix}">`,
    ...operations.flatMap(({ name }) => [
      `    <wsdl:operation name="${name}">`,
      `      <wsdl:input message="tns:${name}${suffix}In" />`,
      `      <wsdl:output message="tns:${name}${suffix}Out" />`,
      '    </wsdl:operation>',
    ]),
    '  </wsdl:portType>',
  ];
}

function bindingElement(
  { id, envelope }: Binding,
  operations: readonly Operation[],
  namespace: string,
): readonly string[] {
  const { suffix, prefix, verb } = PORTS[id];
  const style =
    verb === null
      ? `    <${prefix}:binding transport="http://schemas.xmlsoap.org/soap/http" />`
      : `    <http:binding verb="${verb}" />`;
  return [
    `  <wsdl:binding name="${SERVICE}${suffix}" type="tns:${SERVICE}${suffix}">`,
    style,
    ...operations.flatMap(({ name }) => [
      `    <wsdl:operation name="${name}">`,
      ...(envelope === undefined ? httpOperation(name, verb) : soapOperation(name, prefix, namespace)),
      '    </wsdl:operation>',
    ]),
    '  </wsdl:binding>',
  ];
}

/** The action is that of contract §4.1 rule 1, with one slash where the namespace ends in one. */
function soapOperation(name: string, prefix: string, namespace: string): readonly string[] {
  const action = escapeAttribute(`${namespace}${namespace.endsWith('/') ? '' : '/'}${name}`);
  // A client over SOAP 1.2 sends what it finds here as `action` of the media type, which the contract does not have.
  const soapAction =
    prefix === 'soap12' ? 'soapAction="" soapActionRequired="false"' : `soapAction="${action}"`;
  return [
    `      <${prefix}:operation ${soapAction} style="document" />`,
    `      <wsdl:input><${prefix}:body use="literal" /></wsdl:input>`,
    `      <wsdl:output><${prefix}:body use="literal" /></wsdl:output>`,
  ];
}

function httpOperation(name: string, verb: 'GET' | 'POST' | null): readonly string[] {
  const input =
    verb === 'GET' ? '<http:urlEncoded />' : '<mime:content type="application/x-www-form-urlencoded" />';
  return [
    `      <http:operation location="/${name}" />`,
    `      <wsdl:input>${input}</wsdl:input>`,
    '      <wsdl:output><mime:mimeXml part="Body" /></wsdl:output>',
  ];
}

function port({ id }: Binding, address: string): readonly string[] {
  const { suffix, prefix } = PORTS[id];
  return [
    `    <wsdl:port name="${SERVICE}${suffix}" binding="tns:${SERVICE}${suffix}">`,
    `      <${prefix}:address location="${escapeAttribute(address)}" />`,
    '    </wsdl:port>',
  ];
}
