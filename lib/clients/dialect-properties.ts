import type { Dialect } from '../model/client.ts';
import type { Binding } from '../model/contract.ts';

/** Writes requests as the contract shows them, which is how a run writes them elsewhere. */
export function plainDialect({ method, address, request, envelope }: Binding): Dialect {
  const { contentType, soapAction } = request;
  const isField = address === 'operation';
  const fields = [
    'Host: ${host}',
    ...(contentType === undefined ? [] : [`Content-Type: ${contentType}`, 'Content-Length: ${length}']),
    ...(soapAction ? ['SOAPAction: "${namespace}/${operation}"'] : []),
    'Connection: close',
  ];
  const query = method === 'GET' ? '?${parameters}' : '';
  const head = [`${method} \${path}${query} HTTP/1.1`, ...fields, ''].join('\n');
  if (isField) {
    const body = method === 'GET' ? {} : { body: '${parameters}' };
    return { head, ...body, parameter: '${name}=${value}', between: '&' };
  }
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
  /** True of what has several of the properties before it. */
  readonly isWhole?: boolean;
}

/** Returns the properties in which a dialect differs from the plain one, each given to the plain one alone. */
export function dialectProperties(dialect: Dialect, plain: Dialect): readonly DialectProperty[] {
  return [...ofHead(dialect, plain), ...ofBody(dialect, plain)];
}

interface Head {
  readonly requestLine: string;
  readonly fields: readonly string[];
}

function headOf({ head }: Dialect): Head {
  const [requestLine = '', ...fields] = head.trimEnd().split('\n');
  return { requestLine, fields };
}

const nameIn = (field: string) => field.slice(0, field.indexOf(':'));
const valueIn = (field: string) => field.slice(field.indexOf(':') + 1).trim();
const isNamed = (name: string) => (field: string) => nameIn(field).toLowerCase() === name.toLowerCase();
const isLength = isNamed('content-length');
const isChunked = isNamed('transfer-encoding');

/** Shows a template to people: the names of its texts stand for them. */
const shown = (template: string) => template.trim().replace(/\$\{(\w+)\}/g, '$1');

function ofHead(dialect: Dialect, plain: Dialect): readonly DialectProperty[] {
  const [wanted, usual] = [headOf(dialect), headOf(plain)];
  const found: DialectProperty[] = [];
  const add = (name: string, { requestLine, fields }: Head, isWhole = false) => {
    found.push({ name, dialect: { ...plain, head: [requestLine, ...fields, ''].join('\n') }, isWhole });
  };
  const addField = ([name, field, isWhole]: Part) => {
    const isReplaced = (other: string) =>
      isNamed(nameIn(field))(other) || (isChunked(field) && isLength(other));
    add(name, { ...usual, fields: [...usual.fields.filter((other) => !isReplaced(other)), field] }, isWhole);
  };
  const version = wanted.requestLine.replace(/.* /, '');
  const requestLine = usual.requestLine.replace(/\S+$/, version);
  if (requestLine !== usual.requestLine) add(version, { ...usual, requestLine });
  for (const field of wanted.fields) {
    const before = usual.fields.find(isNamed(nameIn(field)));
    if (before === field || isLength(field) || isNamed('host')(field)) continue;
    for (const part of fieldParts(field, before)) addField(part);
  }
  for (const field of usual.fields) {
    if (wanted.fields.some(isNamed(nameIn(field))) || isNamed('connection')(field) || isLength(field))
      continue;
    add(`no ${nameIn(field)}`, { ...usual, fields: usual.fields.filter((other) => other !== field) });
  }
  return found;
}

/** Returns the differences of a header field from the one before, each with a field that has it alone. */
function fieldParts(field: string, before: string | undefined): readonly Part[] {
  const [name, value] = [nameIn(field), valueIn(field)];
  const whole: Part = [`${name}: ${shown(value)}`, field];
  if (before === undefined) return [whole];
  const usual = [nameIn(before), valueIn(before)];
  const named: readonly Part[] =
    usual[0] === name ? [] : [[`a header field named ${name}`, `${name}: ${usual[1]}`]];
  if (usual[1] === value) return named;
  const parts = isNamed('content-type')(field) ? mediaTypeParts(value, valueIn(before)) : [];
  const ofValue = parts.map(([part, written]): Part => [part, `${usual[0]}: ${written}`]);
  return [...named, ...ofValue, [whole[0], `${usual[0]}: ${value}`, ofValue.length > 0]];
}

type Part = readonly [name: string, written: string, isWhole?: boolean];

/** Returns the differences of a media type from another one, each with the other one that has it alone. */
function mediaTypeParts(value: string, before: string): readonly Part[] {
  const keyOf = (parameter: string) => parameter.replace(/=.*/s, '=').toLowerCase();
  const [type = '', ...parameters] = value.split(/\s*;\s*/);
  const [usualType = '', ...usual] = before.split(/\s*;\s*/);
  const without = (parameter: string) => usual.filter((other) => keyOf(other) !== keyOf(parameter));
  const written = (...parts: readonly string[]) => parts.join('; ');
  return [
    ...(type === usualType ? [] : [[`the media type ${type}`, written(type, ...usual)] as const]),
    ...parameters
      .filter((parameter) => !usual.includes(parameter))
      .map(
        (parameter) =>
          [
            `${keyOf(parameter)} in the Content-Type`,
            written(usualType, ...without(parameter), parameter),
          ] as const,
      ),
    ...usual
      .filter((parameter) => !parameters.some((other) => keyOf(other) === keyOf(parameter)))
      .map(
        (parameter) =>
          [`no ${keyOf(parameter)} in the Content-Type`, written(usualType, ...without(parameter))] as const,
      ),
  ];
}

function ofBody(dialect: Dialect, plain: Dialect): readonly DialectProperty[] {
  const changes = plain.list === undefined ? ofFields(dialect, plain) : ofEnvelope(dialect, plain);
  return changes.map(([name, change]) => {
    return { name, dialect: { ...plain, ...change }, isWhole: name.startsWith(WHOLE) };
  });
}

type Change = readonly [name: string, change: Partial<Dialect>];

function ofFields({ list, item, escapes = {}, ...dialect }: Dialect, plain: Dialect): readonly Change[] {
  const changes: Change[] = [];
  if (item !== plain.item || list !== plain.list) {
    const example = (list ?? item ?? '').replaceAll('${name}', 'GsmNumbers').replaceAll('${index}', '0');
    const between = dialect['between-items'];
    const change = {
      ...(list && { list }),
      ...(item && { item }),
      ...(between && { 'between-items': between }),
    };
    changes.push([`a list written ${decodeURIComponent(example.replace(/\$\{\w+\}/g, '…'))}`, change]);
  }
  const { space, beyond, keeps, digits } = escapes;
  if (space === '+') changes.push(['a space written +', { escapes: { space } }]);
  if (beyond) changes.push(['%uXXXX escapes', { escapes: { beyond } }]);
  if (keeps !== undefined) changes.push([`${keeps} not escaped`, { escapes: { keeps } }]);
  if (digits) changes.push(['escapes with lower-case letters', { escapes: { digits } }]);
  return changes;
}

/** The byte order mark and the XML declaration of a document. */
const PROLOGUE = /^(\uFEFF?)((?:<\?xml[^>]*\?>\s*)?)/;

function ofEnvelope(dialect: Dialect, plain: Dialect): readonly Change[] {
  const { body = '', parameter, empty, list = '', item = '', escapes = {} } = dialect;
  const [, mark, declaration = ''] = PROLOGUE.exec(body) ?? [];
  const [, , usual = ''] = PROLOGUE.exec(plain.body ?? '') ?? [];
  const document = body.replace(PROLOGUE, '');
  const plainDocument = (plain.body ?? '').replace(PROLOGUE, '');
  const changes: Change[] = [];
  const add = (isFound: unknown, name: string, change: Partial<Dialect>) => {
    if (isFound) changes.push([name, change]);
  };
  const rewritten = (edit: (text: string) => string): Partial<Dialect> => {
    const { parameter: one, list: all = '', item: each = '' } = plain;
    return { body: usual + edit(plainDocument), parameter: edit(one), list: edit(all), item: edit(each) };
  };
  add(mark, 'a byte order mark', { body: `\uFEFF${plain.body}` });
  add(declaration === '', 'no XML declaration', { body: plainDocument });
  add(declaration !== '' && declaration !== usual, `the declaration ${declaration.trim()}`, {
    body: declaration + plainDocument,
  });
  const [, prefix = 'soap'] = /<([\w-]+):Envelope/.exec(document) ?? [];
  add(
    prefix !== 'soap',
    `the prefix ${prefix} of the Envelope`,
    rewritten((text) => text.replace(/(<\/?|xmlns:)soap\b/g, `$1${prefix}`)),
  );
  const [, ofCall] = /<([\w-]+):\$\{operation\}/.exec(document) ?? [];
  const prefixed = (text: string) =>
    text.replace(/(<\/?)(?=\$|string)/g, `$1${ofCall}:`).replace('xmlns="', `xmlns:${ofCall}="`);
  const hasPrefix = ofCall !== undefined && parameter.includes(`<${ofCall}:`);
  add(hasPrefix, `the prefix ${ofCall} of the call`, rewritten(prefixed));
  add(ofCall !== undefined && !hasPrefix, 'parameters without a namespace', {
    body: usual + prefixed(plainDocument),
  });
  const [style] = / [\w-]+:encodingStyle="[^"]*"/.exec(document) ?? [];
  add(style, 'encodingStyle on the Envelope', {
    body: usual + plainDocument.replace('>', `${style?.replace(/ [\w-]+:/, ' soap:')}>`),
  });
  add(/xsi:type/.test(parameter), 'xsi:type on the parameters', {
    body:
      usual +
      plainDocument.replace(
        '>',
        ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">',
      ),
    parameter: plain.parameter.replace('>', ' xsi:type="xsd:string">'),
  });
  const [, other] = /xmlns:\w+="([^"]*)"/.exec(list) ?? [];
  add(other, `list items in the namespace ${other}`, { list, item });
  add(/^\s/.test(parameter), 'white space between the elements', {
    parameter: `\n\t${plain.parameter}`,
    list: `\n\t${plain.list}`,
  });
  add(empty, 'an empty parameter written as an empty-element tag', { empty: '<${name}/>' });
  add(escapes.beyond, 'character references beyond ASCII', { escapes: { beyond: 'hexadecimal' } });
  add(escapes.characters, 'quotes written as references', {
    escapes: { characters: escapes.characters ?? {} },
  });
  add(document.includes('Header'), 'an empty Header', {
    body: usual + plainDocument.replace('<soap:Body>', '<soap:Header/><soap:Body>'),
  });
  // All of it, where namespaces are declared in other places.
  const elements = { body: usual + document, parameter, list, item };
  add(
    document !== plainDocument,
    `${WHOLE} ${shown(/<[^>]*>/.exec(document)?.[0] ?? '').slice(0, MOST_SHOWN)}…`,
    elements,
  );
  return changes;
}

const WHOLE = 'the elements as in';

/** Characters of an element that are shown. */
const MOST_SHOWN = 80;
