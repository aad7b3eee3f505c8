import { expect, it } from 'vitest';
import { contract } from '../../../suites/support/cases.ts';
import { NAMESPACE } from '../../../suites/support/samples.ts';
import { wsdlEdits } from '../../../suites/support/wsdl-edits.ts';
import { wsdl } from '../../reference/wsdl.ts';
import { someOf } from '../../text/counted.ts';
import { compareWsdls } from './compare-wsdls.ts';
import { describeWsdl } from './describe-wsdl.ts';
import { readWsdl } from './wsdl-document.ts';

const path = '/liveb/postsms.asmx';
const asked = new URL(`https://gateway.example${path}?WSDL`);
const text = wsdl(contract, path, { address: `https://gateway.example${path}`, namespace: NAMESPACE });

const sideOf = (written: string) => {
  const document = readWsdl(written);
  if (typeof document === 'string') throw new Error(document);
  return new Map([[path, describeWsdl([document], path, asked)]]);
};
/** Writes differences in short; values of those that no client notices are never told. */
const differences = (old: string, now: string) =>
  compareWsdls(sideOf(old), sideOf(now)).map(({ kind, field, from, to, places, bindings }) => {
    const change = kind === 'quiet' ? '' : ` ${from} -> ${to}`;
    const over = bindings.length === 0 ? '' : ` over ${bindings.join(', ')}`;
    const told = `${kind} ${field}${change} at ${someOf(places)}${over}`;
    return told.replaceAll(NAMESPACE, 'NS').replaceAll(path, 'PATH');
  });

it('finds no difference of a WSDL from itself', () => {
  expect(differences(text, text)).toEqual([]);
});

it('tells values as they are where an operation has no name', () => {
  const unnamed = text.replaceAll('<wsdl:operation name="SendBulkSms">', '<wsdl:operation name="">');
  expect(unnamed).not.toBe(text);
  expect(differences(unnamed, unnamed.replaceAll('/SendBulkSms"', '/Bulk"')).join()).not.toContain(
    '<operation>S<operation>',
  );
});

it.each(wsdlEdits)('tells a copy with another $name', ({ edit, told }) => {
  expect(differences(text, edit(text))).toEqual(told);
});

it('tells a change of several operations and path bases once, and of the compared bindings alone', () => {
  const other = '/ecomm/postsms.asmx';
  const describe = (at: string, actions: string, end: string) => {
    const address = `https://gateway.example${at}${end}`;
    const written = wsdl(contract, at, { address, namespace: NAMESPACE });
    const document = readWsdl(written.replaceAll(`soapAction="${NAMESPACE}/`, `soapAction="${actions}`));
    if (typeof document === 'string') throw new Error(document);
    return describeWsdl([document], at, new URL(`https://gateway.example${at}?WSDL`));
  };
  const side = (actions: string, end: string) =>
    new Map([path, other].map((at) => [at, describe(at, actions, end)]));
  const told = compareWsdls(side(`${NAMESPACE}/`, ''), side('', '/'), ['soap11']);
  expect(told.map(({ field, to, places, bindings }) => [field, to, places, bindings])).toEqual([
    ['address', 'the path <path base>/', [path, other], ['soap11']],
    ['SOAPAction', '<operation>', ['SendBulkSms', 'ReportSmsWithPacketId'], ['soap11']],
  ]);
});

it.each([
  ['of its schema', /<wsdl:types>[\s\S]*<\/wsdl:types>/, ''],
  ['of a type', /<s:complexType name="EmPostSmsResult">[\s\S]*?<\/s:complexType>/, ''],
  ['of its messages', /<wsdl:message[\s\S]*<\/wsdl:message>/, ''],
  ['of its bindings', /<wsdl:binding[\s\S]*<\/wsdl:binding>/, ''],
  ['of its service', /<wsdl:service[\s\S]*<\/wsdl:service>/, ''],
])('compares no part of a document that was not read: %s', (_, part, nothing) => {
  const calls = (told: readonly string[]) => told.filter((line) => line.startsWith('call'));
  const unread = text.replace(part, nothing);
  expect(unread).not.toBe(text);
  expect([calls(differences(text, unread)), calls(differences(unread, text))]).toEqual([[], []]);
});
