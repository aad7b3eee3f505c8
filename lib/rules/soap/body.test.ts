import { describe, expect, it } from 'vitest';
import { fired, judge, told } from '../testing.ts';

describe('soap/body', () => {
  it('is broken by no Body', () => {
    expect(told(judge({ edits: [['soap:Body', 'soap:Content']] }))).toEqual([
      `soap/body must /Envelope: expected one {http://schemas.xmlsoap.org/soap/envelope/}Body; actual none`,
    ]);
  });

  it('is broken by two, of which the first is judged', () => {
    expect(told(judge({ edits: [['</soap:Envelope>', '<soap:Body/></soap:Envelope>']] }))).toEqual([
      `soap/body must /Envelope: expected one {http://schemas.xmlsoap.org/soap/envelope/}Body; actual 2 of them`,
    ]);
  });

  it.each(['soap11', 'soap12'] as const)(
    'takes no element of another namespace for a second Body: %s',
    (binding) => {
      const findings = judge({
        binding,
        edits: [['</soap:Envelope>', '<t:Body xmlns:t="urn:t"/></soap:Envelope>']],
      });
      // SOAP 1.1 §4 lets elements of other namespaces follow the Body, SOAP 1.2 part 1 §5.1 does not.
      expect(fired(findings)).toEqual(binding === 'soap11' ? [] : ['soap/envelope-children']);
    },
  );

  it('is broken by a Body in another namespace than the Envelope', () => {
    expect(
      told(
        judge({
          edits: [['<soap:Body>', '<soap:Body xmlns:soap="http://www.w3.org/2003/05/soap-envelope">']],
        }),
      ),
    ).toEqual([
      `soap/body must /Envelope/Body: expected one {http://schemas.xmlsoap.org/soap/envelope/}Body; actual {http://www.w3.org/2003/05/soap-envelope}Body`,
    ]);
  });
});
