import { childrenLocated } from '../../bindings/locate.ts';
import type { Located } from '../../model/judging/document.ts';
import type { Breach } from '../../model/judging/finding.ts';
import { expandedName, withoutSpaceAround } from '../../xml/tree.ts';
import { shownText } from '../shown.ts';
import { headersOf, ofEnvelope, SOAP_11, strayText } from './envelope.ts';

/** A Header holds blocks, each in a namespace, and no text (SOAP 1.1 §4.2, SOAP 1.2 part 1 §5.2). */
export const headerBlocks = ofEnvelope('header-blocks', (envelope) =>
  headersOf(envelope).flatMap((header) => [
    ...strayText(header),
    ...childrenLocated(header)
      .filter(({ element }) => element.uri === '')
      .map(({ element, path }) => ({ path, expected: 'an element in a namespace', actual: element.local })),
  ]),
);

/**
 * The mustUnderstand of a Header block is 0 or 1 (SOAP 1.1 §4.2.3), or an xs:boolean (SOAP 1.2 part 1 §5.2.3). That no
 * block must be understood only follows: the contract shows none, so a client that keeps to SOAP refuses such a reply
 * (SOAP 1.1 §4.2.3, SOAP 1.2 part 1 §2.4).
 */
export const mustUnderstand = ofEnvelope('must-understand', (envelope) =>
  headersOf(envelope)
    .flatMap(childrenLocated)
    .flatMap((block) => faultsOf(block, envelope.element.uri)),
);

/** Actors of SOAP 1.1 and roles of SOAP 1.2 that the last receiver, which a client is, plays as well. */
const OURS: readonly string[] = [
  '',
  'http://schemas.xmlsoap.org/soap/actor/next',
  'http://www.w3.org/2003/05/soap-envelope/role/next',
  'http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver',
];

function faultsOf({ element, path }: Located, envelope: string): readonly Breach[] {
  // White space around the value of a boolean does not count (XML Schema part 2 §3.2.2).
  const attribute = (local: string) => {
    const found = element.attributes.find((one) => one.uri === envelope && one.local === local);
    return found && withoutSpaceAround(found.value);
  };
  const value = attribute('mustUnderstand');
  if (value === undefined) return [];
  const allowed = envelope === SOAP_11 ? ['0', '1'] : ['0', '1', 'false', 'true'];
  if (!allowed.includes(value)) {
    const place = `${path}/@mustUnderstand`;
    return [{ path: place, expected: allowed.join(' or '), actual: shownText(value) }];
  }
  const isMandatory = value === '1' || value === 'true';
  if (!isMandatory || !OURS.includes(attribute(envelope === SOAP_11 ? 'actor' : 'role') ?? '')) return [];
  const actual = `${expandedName(element)} with mustUnderstand`;
  const names = { mandatory: 'true' };
  return [{ path, expected: 'no mandatory header block', actual, names, level: 'should' }];
}
