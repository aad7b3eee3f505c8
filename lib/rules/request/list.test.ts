import { describe, expect, it } from 'vitest';
import { everyCall, judgeSent, toldSent, withBody } from '../testing.ts';

describe('request/list', () => {
  it('is broken by items of another name', () => {
    expect(
      toldSent(
        judgeSent(['SendBulkSms', 'soap11'], (request) =>
          withBody(request, [[/<(\/?)string>/g, '<$1String>']]),
        ),
      ),
    ).toEqual([
      `request/list GsmNumbers: expected "905321112233", "905321112244" as {http://sms.example/ns}string; actual {http://sms.example/ns}String, {http://sms.example/ns}String (field: GsmNumbers)`,
    ]);
  });

  it('is broken by items in no namespace', () => {
    expect(
      toldSent(
        judgeSent(['SendBulkSms', 'soap12'], (request) =>
          withBody(request, [['<string>', '<string xmlns="">']]),
        ),
      ),
    ).toEqual([
      `request/list GsmNumbers: expected "905321112233", "905321112244" as {http://sms.example/ns}string; actual string, string (field: GsmNumbers)`,
    ]);
  });

  it('is broken by numbers in one text', () => {
    expect(
      toldSent(
        judgeSent(['SendBulkSms', 'soap12'], (request) =>
          withBody(request, [[/<string>(\d+)<.string><string>(\d+)<.string>/g, '$1,$2']]),
        ),
      ),
    ).toEqual([
      `request/list GsmNumbers: expected "905321112233", "905321112244" as {http://sms.example/ns}string; actual none (field: GsmNumbers)`,
    ]);
  });

  it('is broken by another order', () => {
    expect(
      toldSent(
        judgeSent(['SendBulkSms', 'soap11'], (request) =>
          withBody(request, [[/(<string>\d+<.string>)(<string>\d+<.string>)/g, '$2$1']]),
        ),
      ),
    ).toEqual([
      `request/list GsmNumbers: expected "905321112233", "905321112244" as {http://sms.example/ns}string; actual "905321112244", "905321112233" (field: GsmNumbers)`,
    ]);
  });

  it('is broken by numbers in one field', () => {
    expect(
      toldSent(
        judgeSent(['SendBulkSms', 'http-post'], (request) =>
          withBody(request, [['&GsmNumbers=905321112244', ',905321112244']]),
        ),
      ),
    ).toEqual([
      `request/list GsmNumbers: expected "905321112233", "905321112244" as GsmNumbers; actual "905321112233,905321112244" (field: GsmNumbers)`,
    ]);
  });

  it('is broken by a number left out', () => {
    expect(
      toldSent(
        judgeSent(['SendBulkSms', 'http-get'], (request) => ({
          ...request,
          path: request.path.replace('&GsmNumbers=905321112244', ''),
        })),
      ),
    ).toEqual([
      `request/list GsmNumbers: expected "905321112233", "905321112244" as GsmNumbers; actual "905321112233" (field: GsmNumbers)`,
    ]);
  });

  it('keeps silent on fields that do not follow one another, and is broken by their order', () => {
    const judgeMoved = (moved: string) =>
      judgeSent(['SendBulkSms', 'http-post'], (request) =>
        withBody(request, [[/&(GsmNumbers=905321112233)&(GsmNumbers=905321112244)(.*)/g, moved]]),
      ).map(({ rule }) => rule);
    expect(judgeMoved('&$1$3&$2')).toEqual([]);
    expect(judgeMoved('&$2$3&$1')).toEqual(['request/list']);
  });

  it('keeps silent on lists of none, one, equal numbers and many', () => {
    const lists = [[], ['1'], ['1', '1'], Array.from({ length: 100 }, (_, i) => String(i))];
    const calls = everyCall.filter(([operation]) => operation === 'SendBulkSms');
    expect(calls).toHaveLength(4);
    for (const [operation, binding] of calls) {
      expect(lists.flatMap((GsmNumbers) => judgeSent([operation, binding, { GsmNumbers }]))).toEqual([]);
    }
  });

  it('is broken, as the order of parameters is, by a list left out', () => {
    for (const binding of ['soap11', 'soap12'] as const) {
      const found = judgeSent(['SendBulkSms', binding], (request) =>
        withBody(request, [[/<GsmNumbers>.*<.GsmNumbers>/g, '']]),
      );
      expect(found).toMatchObject([{ rule: 'request/parameters' }, { rule: 'request/list', actual: 'none' }]);
    }
  });
});
