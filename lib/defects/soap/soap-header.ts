import type { ReplyElement } from '../../reference/index.ts';
import type { Defect } from '../defect.ts';
import { edit, editChildren, type TreeChange } from '../tree.ts';

const soap = ['soap11', 'soap12'] as const;

const encoding = 'http://www.w3.org/2003/05/soap-encoding';

const attribute =
  (element: string, name: string, value: string): TreeChange =>
  (root) =>
    edit(root, element, (one) => ({ ...one, attributes: [...(one.attributes ?? []), [name, value]] }));

const header =
  (...children: ReplyElement['children']): TreeChange =>
  (root) =>
    editChildren(root, 'Envelope', (others) => [
      { name: 'Header', uri: root.uri, prefix: 'soap', children },
      ...others,
    ]);

const block = (attributes: ReplyElement['attributes'], uri = 'urn:trace'): ReplyElement => ({
  name: 'Trace',
  uri,
  ...(uri === '' ? {} : { prefix: 't' }),
  ...(attributes === undefined ? {} : { attributes }),
  children: ['1'],
});

type Row = readonly [id: string, title: string, bindings: Defect['bindings'], change: TreeChange];

const attributes: readonly Row[] = [
  [
    'envelope-attribute-without-namespace',
    'The envelope has an attribute in no namespace',
    soap,
    attribute('Envelope', 'encodingStyle', encoding),
  ],
  [
    'body-attribute-without-namespace',
    'The body has an attribute in no namespace',
    ['soap12'],
    attribute('Body', 'id', 'body'),
  ],
  [
    'envelope-encoding-style',
    'The envelope has an encodingStyle, which SOAP 1.2 forbids there',
    ['soap12'],
    attribute('Envelope', 'soap:encodingStyle', encoding),
  ],
  [
    'body-encoding-style',
    'The body has an encodingStyle, which SOAP 1.2 forbids there',
    ['soap12'],
    attribute('Body', 'soap:encodingStyle', encoding),
  ],
];

const blocks: readonly Row[] = [
  [
    'header-block-without-namespace',
    'A block of the Header is in no namespace',
    soap,
    header(block(undefined, '')),
  ],
  ['header-text', 'The Header holds text', soap, header('trace 1')],
];

const mandatory: readonly Row[] = [
  [
    'header-block-mandatory',
    'A client would have to understand a block of the Header',
    soap,
    header(block([['soap:mustUnderstand', '1']])),
  ],
  [
    'header-block-mandatory-next',
    'Whoever comes next would have to understand a block of the Header',
    ['soap11'],
    header(
      block([
        ['soap:actor', 'http://schemas.xmlsoap.org/soap/actor/next'],
        ['soap:mustUnderstand', '1'],
      ]),
    ),
  ],
  [
    'header-block-mandatory-role',
    'The ultimate receiver would have to understand a block of the Header',
    ['soap12'],
    header(
      block([
        ['soap:role', 'http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver'],
        ['soap:mustUnderstand', 'true'],
      ]),
    ),
  ],
];

const malformed: readonly Row[] = [
  [
    'must-understand-word',
    'The mustUnderstand of a Header block is yes',
    soap,
    header(block([['soap:mustUnderstand', 'yes']])),
  ],
  [
    'must-understand-empty',
    'The mustUnderstand of a Header block is empty',
    ['soap12'],
    header(block([['soap:mustUnderstand', '']])),
  ],
  [
    'must-understand-false',
    'The mustUnderstand of a Header block over SOAP 1.1 is false, which is not 0',
    ['soap11'],
    header(block([['soap:mustUnderstand', 'false']])),
  ],
];

const defectsOf = (rows: readonly Row[], rule: string, what: string): readonly Defect[] =>
  rows.map(([id, title, bindings = soap, change]) => {
    const requirement = `bindings.${bindings[0]}.response-${what}`;
    return { id, title, requirement, rules: [rule], bindings, seam: 'reply', change };
  });

/** Deviations of what SOAP says about attributes and the Header. */
export const headerDefects: readonly Defect[] = [
  ...defectsOf(attributes, 'soap/envelope-attributes', 'envelope-attributes'),
  ...defectsOf(blocks, 'soap/header-blocks', 'header-blocks'),
  ...defectsOf(mandatory, 'soap/must-understand', 'no-mandatory-block'),
  ...defectsOf(malformed, 'soap/must-understand', 'must-understand'),
];
