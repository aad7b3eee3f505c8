import type { Binding } from '../../model/contract.ts';
import type { PacketResult } from '../../model/judging/reply.ts';
import type { CallFailure } from '../failure.ts';
import type { Call, HttpReply, ReplyElement } from '../seams.ts';
import { httpReply } from './http-reply.ts';
import { envelope, resultElement } from './reply-tree.ts';
import { writeXml } from './write-xml.ts';

/** `<OperationName>Response` with one `<OperationName>Result` in the body (contract §4.1 rule 3). */
export function soapResult(packet: PacketResult, call: Call, envelopeUri: string): ReplyElement {
  const { operation, contract, namespace } = call;
  const result = resultElement(`${operation.name}Result`, packet, contract, namespace);
  return envelope(envelopeUri, { name: `${operation.name}Response`, uri: namespace, children: [result] });
}

/** An envelope as bytes, with the content type of the binding. */
export function writeSoap(root: ReplyElement, binding: Binding, status = binding.response.status): HttpReply {
  const { mediaType, charset } = binding.response;
  return httpReply(status, `${mediaType}; charset=${charset}`, writeXml(root, 'one-line'));
}

/** A SOAP fault in the version of the binding, with status 500. */
export function writeFault(failure: CallFailure, binding: Binding, envelopeUri: string): HttpReply {
  const fault = binding.id === 'soap12' ? fault12(failure, envelopeUri) : fault11(failure, envelopeUri);
  return writeSoap(envelope(envelopeUri, fault), binding, 500);
}

const codes11 = {
  sender: 'Client',
  receiver: 'Server',
  'version-mismatch': 'VersionMismatch',
  'must-understand': 'MustUnderstand',
};
const codes12 = { ...codes11, sender: 'Sender', receiver: 'Receiver' };

function fault11(failure: CallFailure, uri: string): ReplyElement {
  const children = [
    { name: 'faultcode', uri: '', children: [`soap:${codes11[failure.code]}`] },
    { name: 'faultstring', uri: '', children: [failure.text] },
    { name: 'detail', uri: '', children: [] },
  ];
  return { name: 'Fault', uri, prefix: 'soap', children };
}

function fault12(failure: CallFailure, uri: string): ReplyElement {
  const soap = (
    name: string,
    children: ReplyElement['children'],
    attributes: NonNullable<ReplyElement['attributes']> = [],
  ): ReplyElement => ({ name, uri, prefix: 'soap', attributes, children });
  return soap('Fault', [
    soap('Code', [soap('Value', [`soap:${codes12[failure.code]}`])]),
    soap('Reason', [soap('Text', [failure.text], [['xml:lang', 'en']])]),
    soap('Detail', []),
  ]);
}
