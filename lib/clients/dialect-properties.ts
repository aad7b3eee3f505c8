import type { Dialect } from '../model/client.ts';
import type { Binding } from '../model/contract.ts';
import type { HeaderList } from '../model/judging/wire.ts';
import { defined } from '../text/defined.ts';
import { attempt } from '../text/reason-of.ts';
import { headOf, KEPT } from '../wire/bindings/dialect.ts';
import { XSI } from '../wire/xml/tree.ts';

/** Writes requests as the contract shows them, which is how a run writes them elsewhere. */
export function plainDialect({ method, address, request, envelope }: Binding): Dialect {
  const { contentType, soapAction } = request;
  const isGet = method === 'GET';
  const head = [
    isGet ? 'GET ${path}?${parameters} HTTP/1.1' : 'POST ${path} HTTP/1.1',
    'Host: ${host}',
    ...(contentType === undefined ? [] : [`Content-Type: ${contentType}`, 'Content-Length: ${length}']),
    ...(soapAction ? ['SOAPAction: "${namespace}/${operation}"'] : []),
    ...['Connection: close', ''],
  ].join('\n');
  if (address === 'operation')
    return { head, ...(!isGet && { body: '${parameters}' }), parameter: '${name}=${value}', between: '&' };
  return {
    head,
    body:
      '<?xml version="1.0" encoding="utf-8"?>' +
      `<soap:Envelope xmlns:soap="${envelope}"><soap:Body>` +
      '<${operation} xmlns="${namespace}">${parameters}</${operation}></soap:Body></soap:Envelope>',
    parameter: '<${name}>${value}</${name}>',
    list: '<${name}>${items}</${name}>',
    item: '<string>${value}</string>',
  };
}

/** A property of a dialect, and another dialect that has it and is the same otherwise. */
export interface DialectProperty {
  /** A noun in the words of HTTP, XML and SOAP. */
  readonly name: string;
  readonly dialect: Dialect;
  /** True if it has several of the properties before it. */
  readonly isWhole: boolean;
}

type Change = readonly [name: string, change: Partial<Dialect>, isWhole?: boolean];

/** Returns the properties in which a dialect differs from the plain one, each given to the plain one alone. */
export function dialectProperties(dialect: Dialect, plain: Dialect): readonly DialectProperty[] {
  const ofBody = plain.list === undefined ? fieldChanges(dialect) : envelopeChanges(dialect, plain);
  return [...headChanges(dialect, plain), ...ofBody].map(([name, change, isWhole = false]) => {
    return { name, dialect: { ...plain, ...change }, isWhole };
  });
}

/** Shows a template to people: the names of its texts stand for them. */
const shown = (template: string) => template.trim().replace(/\$\{(\w+)\}/g, '$1');

function headChanges(dialect: Dialect, plain: Dialect): readonly Change[] {
  const [wanted, usual] = [headOf(dialect.head), headOf(plain.head)];
  const change = (name: string, fields: HeaderList, isWhole = false, line = usual.requestLine): Change => {
    return [name, { head: [line, ...fields.map((field) => field.join(': ')), ''].join('\n') }, isWhole];
  };
  const without = (...keys: readonly string[]) =>
    usual.fields.filter((field) => !keys.includes(keyOf(field)));
  const version = wanted.requestLine.replace(/.* /, '');
  const requestLine = usual.requestLine.replace(/\S+$/, version);
  const ofFields = wanted.fields.flatMap((field) => {
    const key = keyOf(field);
    if (key === 'host' || key === 'content-length') return [];
    const before = usual.fields.find((other) => keyOf(other) === key);
    const others = key === 'transfer-encoding' ? without(key, 'content-length') : without(key);
    return headerChanges(field, before).map(([name, changed, isWhole]) => {
      return change(name, [...others, changed], isWhole);
    });
  });
  const absent = without('connection', 'content-length', ...wanted.fields.map(keyOf));
  return [
    ...(requestLine === usual.requestLine ? [] : [change(version, usual.fields, false, requestLine)]),
    ...ofFields,
    ...absent.map((field) => change(`no ${field[0]}`, without(keyOf(field)))),
  ];
}

type HeaderField = HeaderList[number];

const keyOf = ([name]: HeaderField) => name.toLowerCase();

/** Returns the differences of a header field from the usual field, each with a field that has it alone. */
function headerChanges(field: HeaderField, before: HeaderField | undefined) {
  const [name, value] = field;
  const whole = `${name}: ${shown(value)}`;
  if (!before) return [[whole, field, false] as const];
  const [usualName, usualValue] = before;
  const parts = keyOf(field) === 'content-type' ? mediaTypeChanges(value, usualValue) : [];
  const changes: readonly (readonly [name: string, field: HeaderField, isWhole?: boolean])[] = [
    [`a header field named ${name}`, [name, usualValue]],
    ...parts.map(([part, type]) => [part, [usualName, type]] as const),
    [whole, [usualName, value], parts.length > 0],
  ];
  return changes.filter(([, changed]) => changed.join() !== before.join());
}

/** Returns the differences of a media type from the usual type, each with a type that has it alone. */
function mediaTypeChanges(value: string, before: string) {
  const nameIn = (parameter: string) => parameter.replace(/=.*/s, '=').toLowerCase();
  const [type = '', ...parameters] = value.split(/\s*;\s*/);
  const [usualType = '', ...usual] = before.split(/\s*;\s*/);
  const without = (name: string) => [usualType, ...usual.filter((parameter) => nameIn(parameter) !== name)];
  const added = parameters.filter((parameter) => !usual.includes(parameter));
  const absent = usual.map(nameIn).filter((name) => !parameters.map(nameIn).includes(name));
  const changes: readonly (readonly [name: string, parts: readonly string[]])[] = [
    ...(type === usualType ? [] : [[`the media type ${type}`, [type, ...usual]] as const]),
    ...added.map(
      (parameter) =>
        [`${nameIn(parameter)} in the Content-Type`, [...without(nameIn(parameter)), parameter]] as const,
    ),
    ...absent.map((name) => [`no ${name} in the Content-Type`, without(name)] as const),
  ];
  return changes.map(([name, parts]) => [name, parts.join('; ')] as const);
}

function fieldChanges({ list, item, escapes = {}, ...dialect }: Dialect): readonly Change[] {
  const { space, beyond, keeps = KEPT, digits } = escapes;
  const example = (list ?? item ?? '')
    .replaceAll('${name}', 'GsmNumbers')
    .replaceAll('${index}', '0')
    .replace(/\$\{\w+\}/g, '…');
  const decoded = attempt(() => decodeURIComponent(example)) ?? example;
  const ofList = defined({ list, item, 'between-items': dialect['between-items'] });
  return found(
    [example, `a list written ${decoded}`, ofList],
    [space === '+', 'a space written +', { escapes: { space: '+' } }],
    [beyond === 'percent-u', '%uXXXX escapes', { escapes: { beyond: 'percent-u' } }],
    [keeps !== KEPT, `${keeps} not escaped`, { escapes: { keeps } }],
    [digits === 'lower', 'escapes with lower-case letters', { escapes: { digits: 'lower' } }],
  );
}

/** Returns the changes whose condition is met. */
function found(...changes: readonly (readonly [condition: unknown, ...Change])[]): readonly Change[] {
  return changes.flatMap(([condition, ...change]) => (condition ? [change] : []));
}

/** Takes a document apart: byte order mark, XML declaration, and the rest. */
function documentParts(text = '') {
  const [start = '', mark, declaration = ''] = /^(\uFEFF?)((?:<\?xml[^>]*\?>\s*)?)/.exec(text) ?? [];
  return { mark, declaration, document: text.slice(start.length) };
}

function envelopeChanges(dialect: Dialect, plain: Dialect): readonly Change[] {
  const { parameter, empty, list = '', item = '', escapes: { beyond, characters } = {} } = dialect;
  const { mark, declaration, document } = documentParts(dialect.body);
  const usual = documentParts(plain.body);
  const ofBody = (text: string) => ({ body: usual.declaration + text });
  const ofAll = (edit: (text: string) => string) => ({
    ...ofBody(edit(usual.document)),
    ...{ parameter: edit(plain.parameter), list: edit(plain.list ?? ''), item: edit(plain.item ?? '') },
  });
  const withAttributes = (text: string) => ofBody(usual.document.replace('>', () => `${text}>`));
  const withHeader = usual.document.replace('<soap:Body>', '<soap:Header/><soap:Body>');
  const spaced = { parameter: `\n\t${plain.parameter}`, list: `\n\t${plain.list}` };
  const typed = {
    ...withAttributes(` xmlns:xsi="${XSI}" xmlns:xsd="http://www.w3.org/2001/XMLSchema"`),
    parameter: plain.parameter.replace('>', ' xsi:type="xsd:string">'),
  };
  const [, prefix = 'soap'] = /<([\w.-]+):Envelope/.exec(document) ?? [];
  const ofEnvelope = ofAll((text) => text.replace(/(<\/?|xmlns:)soap\b/g, `$1${prefix}`));
  const [, ofCall = ''] = /<([\w.-]+):\$\{operation\}/.exec(document) ?? [];
  const hasPrefix = parameter.includes(`<${ofCall}:`);
  const prefixed = (text: string) =>
    text.replace(/(<\/?)(?=\$|string)/g, `$1${ofCall}:`).replace('xmlns="', `xmlns:${ofCall}="`);
  const [style = ''] = / [\w.-]+:encodingStyle="[^"]*"/.exec(document) ?? [];
  const [, namespace] = /xmlns:\w+="([^"]*)"/.exec(list) ?? [];
  const ofDeclaration = declaration === '' ? 'no XML declaration' : `the declaration ${declaration.trim()}`;
  const templates = [document, parameter, list, item];
  const usualTemplates = [usual.document, plain.parameter, plain.list, plain.item];
  const different = templates.find((template, place) => template !== usualTemplates[place]);
  const firstTag = shown(/<[^>]*>/.exec(different ?? '')?.[0] ?? '').slice(0, MOST_SHOWN);
  return found(
    [mark, 'a byte order mark', { body: `\uFEFF${plain.body}` }],
    [declaration !== usual.declaration, ofDeclaration, { body: declaration + usual.document }],
    [prefix !== 'soap', `the prefix ${prefix} of the Envelope`, ofEnvelope],
    [ofCall && hasPrefix, `the prefix ${ofCall} of the call`, ofAll(prefixed)],
    [ofCall && !hasPrefix, 'parameters without a namespace', ofBody(prefixed(usual.document))],
    [style, 'encodingStyle on the Envelope', withAttributes(style.replace(/ [\w.-]+:/, ' soap:'))],
    [parameter.includes('xsi:type'), 'xsi:type on the parameters', typed],
    [namespace, `list items in the namespace ${namespace}`, { list, item }],
    [/^\s/.test(parameter), 'white space between the elements', spaced],
    [empty, 'an empty parameter written as an empty-element tag', { empty: '<${name}/>' }],
    [beyond === 'hexadecimal', 'character references beyond ASCII', { escapes: { beyond: 'hexadecimal' } }],
    [characters, 'quotes written as references', { escapes: defined({ characters }) }],
    [document.includes('Header'), 'an empty Header', ofBody(withHeader)],
    // All of it, where namespaces are declared in other places.
    [different, `the elements as in ${firstTag}…`, { ...ofBody(document), parameter, list, item }, true],
  );
}

/** Characters of an element that are shown. */
const MOST_SHOWN = 80;
