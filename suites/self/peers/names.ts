/** Peers that use names which objects of JavaScript have a meaning for. */
import { answering, type Peer } from './peer.ts';

const OWN = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'length'];
const EXTRA = ['warned', 'result/only-fields'] as const;

export const names: readonly Peer[] = [
  ...OWN.map((name) =>
    answering(`adds a field ${name}`, EXTRA, ({ good }) =>
      good.replace('<DeliveryResults/>', `<DeliveryResults/><${name}>polluted</${name}>`),
    ),
  ),
  answering('has attributes of such names', ['passed', null], ({ good, state }) =>
    good.replace(`>${state}`, `${OWN.map((name) => ` ${name}="polluted"`).join('')}>${state}`),
  ),
  answering('has namespaces of such names', ['failed', 'result/field-namespace'], ({ good }) =>
    good.replace('<PacketStatus>', '<PacketStatus xmlns="__proto__" xmlns:constructor="toString">'),
  ),
  answering('has prefixes of such names', EXTRA, ({ good }) =>
    good.replace('<DeliveryResults/>', '<DeliveryResults/><__proto__:constructor xmlns:__proto__="urn:x"/>'),
  ),
  answering('has a root of such a name', ['failed', ': __proto__'], () => '<__proto__/>'),
];
