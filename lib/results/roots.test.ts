import { describe, expect, it } from 'vitest';
import {
  builtOf,
  type ChangedRecord,
  findingOf,
  plannedExchanges,
  recordOf,
  runOf,
} from '../../suites/support/report.ts';
import type { Exchange } from '../model/exchange.ts';
import type { ResultFinding } from '../model/running/results.ts';
import { fitsSchema } from '../yaml/schema.ts';
import { reportedCauses, resultCauses } from './causes.ts';

const reports = plannedExchanges('ReportSmsWithPacketId/canonical');
const sends = plannedExchanges('SendBulkSms/canonical');
/** Exchanges of a step each. */
const single = [...sends, ...plannedExchanges('SingleShotSmsWithTypeAndKeyID/canonical')];

/** Results in which the exchanges of these ids have findings, of which each text is a rule with other texts by itself. */
function resultsWith(
  found: Readonly<Record<string, readonly Partial<Record<keyof ResultFinding, unknown>>[]>>,
  exchanges: readonly Exchange[] = [...reports, ...sends],
) {
  const records = exchanges.map((exchange) => {
    const own = Object.entries(found).find(([end]) => exchange.id.endsWith(end))?.[1] ?? [];
    const findings = own.map((one) => findingOf({ actual: 'none', ...one } as Partial<ResultFinding>));
    return recordOf(exchange, {
      verdict: findings.length > 0 ? 'failed' : 'passed',
      findings,
    } as ChangedRecord);
  });
  const results = builtOf(runOf(exchanges), records);
  expect(fitsSchema('results', JSON.parse(JSON.stringify(results)))).toBe(true);
  return results;
}

const rootsOf = (...given: Parameters<typeof resultsWith>) => {
  const { roots = [], causes } = resultsWith(given[0], given[1]);
  const rules = (ids: readonly string[]) => ids.map((id) => causes.find((cause) => cause.id === id)?.rule);
  return roots.map(({ message, findings, causes: ids }) => [message, findings, rules(ids)]);
};

const earlier = 'ReportSmsWithPacketId/canonical/soap11';
const again = { rule: 'send/new-packet', level: 'should', packet: 'P7', earlier };
const other = { rule: 'delivery/texts', step: 1, level: 'should' };

describe('a packet that was returned for two sends', () => {
  it('explains what reports on it say, and leads', () => {
    const found = {
      'WithPacketId/canonical/soap11': [other],
      'WithPacketId/canonical/soap12': [again, other, { rule: 'delivery/recipients', step: 1 }],
    };
    const message = 'P7 was returned for 2 sends';
    expect(rootsOf(found)).toEqual([
      [message, 4, ['send/new-packet', 'delivery/recipients', 'delivery/texts']],
    ]);
    const { causes, exchanges } = resultsWith(found);
    expect(causes.map(({ root }) => root)).toEqual(['r1', 'r1', 'r1']);
    expect(exchanges[0]?.findings[0]).toMatchObject({ rule: 'delivery/texts', root: 'r1' });
  });

  it('explains nothing of sends, and nothing that most exchanges without it have', () => {
    const charset = { rule: 'delivery/echo', step: 1 };
    const found = {
      'WithPacketId/canonical/soap11': [charset],
      'WithPacketId/canonical/http-get': [charset],
      'WithPacketId/canonical/http-post': [charset],
      'WithPacketId/canonical/soap12': [again, { ...other, step: 0, actual: 'a' }, charset, other],
    };
    expect(rootsOf(found)).toEqual([
      ['P7 was returned for 2 sends', 2, ['send/new-packet', 'delivery/texts']],
    ]);
  });

  it('is a cause like any other where nothing follows from it', () => {
    expect(rootsOf({ 'WithPacketId/canonical/soap12': [again] })).toEqual([]);
  });
});

it('a namespace explains the elements in it, and the faults over SOAP where nothing else is answered', () => {
  const root = { rule: 'plain/root', otherNamespace: 'urn:b' };
  const fault = { rule: 'http/status' };
  const found = {
    'canonical/http-get': [root],
    'canonical/http-post': [root],
    'canonical/soap11': [{ ...fault, actual: 'a' }],
    'canonical/soap12': [{ ...fault, actual: 'b' }],
  };
  const rules = ['plain/root', 'http/status', 'http/status'];
  expect(rootsOf(found, single)).toEqual([['the replies use the namespace urn:b', 8, rules]]);
});

it('a binding that never answers explains its causes, and not those of another', () => {
  const found = {
    'SendBulkSms/canonical/http-get': [{ rule: 'http/status', actual: '404' }],
    'KeyID/canonical/http-get': [{ rule: 'http/status', actual: '405' }],
    'SendBulkSms/canonical/soap11': [{ rule: 'http/status', actual: '500' }],
  };
  expect(rootsOf(found, single)).toEqual([
    ['no request over http-get was answered with a packet result', 2, ['http/status', 'http/status']],
  ]);
});

it('a binding over which another packet was found is not told as one that never answers', () => {
  const refused = (actual: string) => [{ rule: 'http/status', step: 1, actual }];
  const found = {
    'WithPacketId/canonical/http-get': refused('404'),
    'WithPacketId/canonical/http-post': refused('405'),
  };
  expect(
    rootsOf(
      found,
      reports.filter(({ binding }) => binding.startsWith('http-')),
    ),
  ).toEqual([]);
});

it('a target that ends during a run is told by its last failure, with the requests that were not sent', () => {
  const response = { rule: 'http/response', level: 'must' };
  const unsent = { ...response, actual: 'TARGET_GONE: not sent', names: { unsent: 'true' } };
  const found = {
    'SendBulkSms/canonical/soap11': [{ ...response, actual: 'ECONNREFUSED: nothing listens' }],
    'SendBulkSms/canonical/soap12': [{ ...response, actual: 'ECONNREFUSED: nothing listens' }],
    'KeyID/canonical/soap11': [{ ...response, actual: 'ETIMEDOUT: too slow' }],
    'SendBulkSms/canonical/http-get': [unsent],
    'SendBulkSms/canonical/http-post': [unsent],
  };
  expect(rootsOf(found, single)).toEqual([
    [
      'the target gave no response any more: ECONNREFUSED: nothing listens',
      4,
      ['http/response', 'http/response'],
    ],
  ]);
});

it('a wrong charset explains what is wrong with the text', () => {
  const found = {
    'SendBulkSms/canonical/soap11': [
      { rule: 'http/charset', actual: 'charset=iso-8859-1' },
      { rule: 'xml/encoding' },
      { rule: 'delivery/texts', readAs: 'ISO 8859-1', level: 'should' },
      { rule: 'delivery/echo' },
    ],
    'SendBulkSms/canonical/soap12': [{ rule: 'http/charset', actual: 'no charset' }],
  };
  const message = 'the Content-Type of the response must name the charset of the contract';
  expect(rootsOf(found)).toEqual([[message, 3, ['http/charset', 'xml/encoding', 'delivery/texts']]]);
});

it('a broken frame explains what is found inside it alone', () => {
  const found = {
    'canonical/soap11': [{ rule: 'soap/body' }, { rule: 'soap/envelope' }],
    'canonical/soap12': [{ rule: 'soap/result' }, { rule: 'result/field-once' }],
  };
  const message = 'the root element must be the Envelope of this SOAP version';
  expect(rootsOf(found, [...sends, ...plannedExchanges('SendBulkSms/message-turkish')])).toEqual([
    [message, 2, ['soap/envelope', 'soap/body']],
  ]);
});

it('an envelope of the other SOAP version explains its media type, but not that of other replies, nor texts', () => {
  const change = 'the Envelope is that of SOAP 1.1';
  const envelope = { rule: 'soap/envelope', observed: 'soap-version', change };
  const ofEnvelope = { rule: 'http/media-type', actual: 'text/xml' };
  const found = {
    'canonical/soap11': [{ rule: 'http/media-type', actual: 'text/plain' }],
    'canonical/soap12': [ofEnvelope, envelope, { rule: 'delivery/texts' }],
  };
  expect(rootsOf(found, sends)).toEqual([[change, 2, ['soap/envelope', 'http/media-type']]]);
});

it.each(['soap/result', 'http/charset'])(
  'a wrong media type is another matter than what %s finds',
  (rule) => {
    expect(
      rootsOf({ 'canonical/soap12': [{ rule: 'http/media-type', actual: 'text/xml' }, { rule }] }),
    ).toEqual([]);
  },
);

describe('requests that share state', () => {
  const foreign = { names: { field: 'GsmNumber', foreign: 'true' }, actual: 'a' };
  const mixed = { rule: 'delivery/recipients', ...foreign };

  it('explain what is found beside the values of other requests, and packets that were returned twice', () => {
    const found = {
      'SendBulkSms/canonical/soap11': [mixed, { rule: 'delivery/echo', level: 'should' }],
      'SendBulkSms/canonical/soap12': [again],
      'SendBulkSms/canonical/http-get': [{ rule: 'delivery/texts', level: 'should' }],
    };
    const rules = ['delivery/recipients', 'delivery/echo', 'send/new-packet'];
    expect(rootsOf(found)).toEqual([['replies hold values of other requests', 3, rules]]);
  });

  it('leave no length to what they explain, which depends on other requests', () => {
    const change = 'only 2 of 3 recipients have a delivery result; right up to 2';
    const lost = { rule: 'delivery/recipients', change, smallest: 'GsmNumbers of 3 recipients' };
    const { exchanges, causes } = resultsWith({ 'SendBulkSms/canonical/soap11': [mixed, lost] });
    const [, explained] = exchanges.flatMap(({ findings }) => findings);
    expect(explained).toMatchObject({ change: change.split(';')[0] });
    expect(explained).not.toHaveProperty('smallest');
    expect(causes.map((cause) => cause.change)).toContain(change.split(';')[0]);
  });

  it('explain every other value where most are mixed up, and no other status', () => {
    const found = {
      'SendBulkSms/canonical/soap11': [mixed],
      'SendBulkSms/canonical/soap12': [mixed],
      'SendBulkSms/canonical/http-get': [
        { rule: 'delivery/texts', level: 'should' },
        { rule: 'http/status' },
      ],
    };
    const rules = ['delivery/recipients', 'delivery/texts'];
    expect(rootsOf(found)).toEqual([['replies hold values of other requests', 3, rules]]);
  });

  it('explain no packet that was returned twice where only reports are mixed up', () => {
    const report = { rule: 'report/packet', step: 1, ...foreign };
    const found = {
      'WithPacketId/canonical/soap11': [report, { ...other, rule: 'delivery/echo' }],
      'SendBulkSms/canonical/soap12': [again],
    };
    const rules = ['report/packet', 'delivery/echo'];
    expect(rootsOf(found)).toEqual([['replies hold values of other requests', 2, rules]]);
  });
});

describe('recipients', () => {
  const names = { field: 'GsmNumber', parameter: 'GsmNumbers' };
  const missing = { rule: 'delivery/recipients', names, path: '/EmPostSmsResult/DeliveryResults' };

  it('that sends lose are one matter, also where a later reading weighs more, and those that reports lose another', () => {
    const lost = { ...missing, step: 1, names: { ...names, lost: 'true' } };
    const found = {
      'SendBulkSms/canonical/soap11': [{ ...missing, actual: 'a', change: '2 of 3 are missing' }],
      'SendBulkSms/canonical/http-get': [{ ...missing, actual: 'b', level: 'should' }],
      'WithPacketId/canonical/soap11': [{ ...lost, actual: 'c', change: 'reports lack 2' }],
      'WithPacketId/canonical/soap12': [{ ...lost, actual: 'd' }],
    };
    expect(rootsOf(found)).toEqual([
      ['reports lack 2', 2, ['delivery/recipients', 'delivery/recipients']],
      ['2 of 3 are missing', 2, ['delivery/recipients', 'delivery/recipients']],
    ]);
  });

  it('whose numbers are changed in one way are one matter, whichever rule finds it', () => {
    const meaning = 'the same number, but the + in front was lost';
    const stranger = { ...missing, path: '/EmPostSmsResult/DeliveryResults/EmSmsDeliveryResult/GsmNumber' };
    const seen = { meaning, observed: 'front-lost' };
    const found = {
      'SendBulkSms/canonical/soap11': [{ ...stranger, ...seen, change: `GsmNumber: ${meaning}` }],
      'SendBulkSms/canonical/http-get': [
        { rule: 'delivery/number-notation', names, ...seen, level: 'should' },
      ],
      'SendBulkSms/canonical/http-post': [{ rule: 'delivery/number', names, level: 'should' }],
    };
    const rules = ['delivery/recipients', 'delivery/number-notation'];
    expect(rootsOf(found)).toEqual([[`GsmNumber: ${meaning}`, 2, rules]]);
  });
});

it('a SendDate that moved explains a DeliveryTime before it in the same replies', () => {
  const moved = { rule: 'report/send-date', step: 1, level: 'should' };
  const early = { rule: 'delivery/time-order', step: 1, level: 'should' };
  const found = {
    'WithPacketId/canonical/soap11': [early, moved],
    'WithPacketId/canonical/soap12': [early, moved],
  };
  expect(rootsOf(found)).toMatchObject([
    [expect.any(String), 4, ['report/send-date', 'delivery/time-order']],
  ]);
  const elsewhere = { ...found, 'SendBulkSms/canonical/soap11': [{ ...early, step: 0 }] };
  expect(rootsOf(elsewhere)).toEqual([]);
});

describe('characters that became others', () => {
  const texts = (cause: string, ...replaced: readonly (readonly [string, string])[]) => ({
    ...{ rule: 'delivery/texts', level: 'should', actual: cause, replaced },
  });

  it('are one explanation where every text has the same ones', () => {
    const found = {
      'SendBulkSms/canonical/soap11': [texts('each "ğ" became "g"', ['ğ', 'g'])],
      'SendBulkSms/canonical/soap12': [texts('diacritics', ['ş', 's'], ['ğ', 'g'])],
      'SendBulkSms/canonical/http-get': [texts('from character 19 on', ['ı', 'i'], ['Ş', 'S'])],
    };
    const message = 'characters were replaced: "ğ" became "g", "ş" became "s", "ı" became "i" and 1 more';
    expect(rootsOf(found)).toEqual([[message, 3, ['delivery/texts', 'delivery/texts', 'delivery/texts']]]);
  });

  it('are none where a text has another in the place of one, or where nothing was replaced', () => {
    const found = {
      'SendBulkSms/canonical/soap11': [texts('each "ğ" became "g"', ['ğ', 'g'])],
      'SendBulkSms/canonical/soap12': [texts('each "ğ" became "?"', ['ğ', '?'])],
      'SendBulkSms/canonical/http-get': [texts('cut')],
    };
    expect(rootsOf(found)).toEqual([]);
  });
});

describe('a change of several fields', () => {
  const meaning = 'leading or trailing white space was removed';
  const trimmed = (field: string, rule = 'delivery/echo') => ({
    ...{ rule, meaning, level: 'should', step: 1, names: { field }, actual: field },
    cause: `${rule} ${field}`,
  });

  it('explains the same change of numbers of recipients', () => {
    const number = { rule: 'delivery/number', names: { field: 'GsmNumber' }, observed: 'trimmed' };
    const seen = { meaning, change: `GsmNumber: ${meaning}` };
    const found = {
      'WithPacketId/canonical/soap11': [
        { ...trimmed('KeyID'), observed: 'trimmed' },
        { ...number, ...seen },
      ],
    };
    expect(rootsOf(found).map(([message, findings]) => [message, findings])).toEqual([
      [`${meaning} in KeyID, GsmNumber, over soap11 alone`, 2],
    ]);
  });

  it('is one explanation, with the fields and the bindings that have it', () => {
    const both = [trimmed('DeliveredMessage', 'delivery/texts'), trimmed('KeyID')];
    expect(rootsOf({ 'WithPacketId/canonical/soap11': both, 'WithPacketId/canonical/soap12': both })).toEqual(
      [
        [
          `${meaning} in DeliveredMessage, KeyID, over soap11 and soap12 alone`,
          4,
          ['delivery/texts', 'delivery/echo'],
        ],
      ],
    );
  });

  it('explains no other change of the same fields', () => {
    const other = { ...trimmed('PostType'), meaning: 'the text was lost' };
    const [root, ...more] = rootsOf({
      'WithPacketId/canonical/soap11': [
        trimmed('DeliveredMessage', 'delivery/texts'),
        trimmed('KeyID'),
        other,
      ],
    });
    expect(more).toEqual([]);
    expect(root?.slice(0, 2)).toEqual([`${meaning} in DeliveredMessage, KeyID, over soap11 alone`, 2]);
  });

  it('is a cause like any other where it is in a single field', () => {
    expect(rootsOf({ 'WithPacketId/canonical/soap11': [trimmed('KeyID')] })).toEqual([]);
  });
});

describe('a text that several changes may have changed', () => {
  const removed = { meaning: 'emoji were removed', observed: 'beyond-bmp-removed', cause: 'removed' };
  const ends = { meaning: 'the text ends before its first emoji', observed: 'cut-before', cause: 'ends' };
  const text = { rule: 'delivery/texts', level: 'should' };
  const found = {
    'SendBulkSms/canonical/soap11': [{ ...text, ...ends, alternatives: [removed] }],
    'SendBulkSms/canonical/soap12': [{ ...text, ...removed }],
    'SendBulkSms/canonical/http-get': [{ ...text, ...removed }],
  };

  it('has the change that explains most findings of the run', () => {
    const { causes, exchanges } = resultsWith(found);
    expect(causes).toMatchObject([{ exchanges: 3 }]);
    const [finding] = exchanges.flatMap(({ findings }) => findings);
    expect(finding).toMatchObject({ ...removed, alternatives: [ends] });
  });

  it('has the likeliest where no other finding decides', () => {
    const { exchanges } = resultsWith({
      'SendBulkSms/canonical/soap11': found['SendBulkSms/canonical/soap11'],
    });
    expect(exchanges.flatMap(({ findings }) => findings)).toMatchObject([
      { ...ends, alternatives: [removed] },
    ]);
  });
});

it('texts that one limit ends in several places are one explanation, in one field', () => {
  const cut = (length: number, field = 'DeliveredMessage') => ({
    ...{ rule: 'delivery/texts', level: 'should', observed: 'cut', names: { field } },
    ...{ meaning: `the text was cut off after ${length} of 490 characters`, cause: `cut ${field} ${length}` },
  });
  const found = {
    'SendBulkSms/canonical/soap11': [cut(160)],
    'SendBulkSms/canonical/soap12': [cut(153)],
    'SendBulkSms/canonical/http-get': [{ ...cut(10, 'KeyID'), rule: 'delivery/echo' }],
  };
  expect(rootsOf(found)).toEqual([
    [
      'only a part of the text is returned in DeliveredMessage, over soap11 and soap12 alone',
      2,
      ['delivery/texts', 'delivery/texts'],
    ],
  ]);
});

it('characters that all became the same one are counted', () => {
  const found = {
    'SendBulkSms/canonical/soap11': [{ rule: 'delivery/texts', replaced: [['ğ', '?']], cause: 'a' }],
    'SendBulkSms/canonical/soap12': [{ rule: 'delivery/texts', replaced: [['ş', '?']], cause: 'b' }],
  };
  expect(rootsOf(found)[0]?.[0]).toBe('2 characters, such as "ğ", became "?"');
});

describe('a delivery result for each part of a message', () => {
  const count = { rule: 'delivery/once-each', level: 'should', actual: '2 delivery results' };
  const part = {
    rule: 'delivery/texts',
    level: 'should',
    observed: 'cut-at-sms',
    meaning: 'cut off after 153',
  };

  it('explains the parts of texts in the same replies, with advice for both', () => {
    const { exchanges } = resultsWith({ 'SendBulkSms/canonical/soap11': [count, part] });
    expect(exchanges.flatMap(({ findings }) => findings)).toMatchObject([
      { rule: 'delivery/once-each', observed: 'parts' },
      { rule: 'delivery/texts', observed: 'parts' },
    ]);
    expect(rootsOf({ 'SendBulkSms/canonical/soap11': [count, part] })).toEqual([
      ['a recipient has a delivery result for each part of a long message', 2, [count.rule, part.rule]],
    ]);
  });

  it('explains no text that is cut where the count is right, and no count beside whole texts', () => {
    const apart = { 'SendBulkSms/canonical/soap11': [count], 'SendBulkSms/canonical/soap12': [part] };
    expect(rootsOf(apart)).toEqual([]);
  });
});

it('a body that is no XML explains its media type, and no media type of another reply', () => {
  const body = { rule: 'xml/well-formed', observed: 'not-xml', change: 'the body is no XML' };
  const type = { rule: 'http/media-type', actual: 'text/xml, OK' };
  const found = {
    'SendBulkSms/canonical/soap11': [body],
    'SendBulkSms/canonical/soap12': [type, body],
  };
  expect(rootsOf(found)).toEqual([['the body is no XML', 3, ['xml/well-formed', 'http/media-type']]]);
  const elsewhere = { rule: 'http/media-type', actual: 'text/plain' };
  expect(rootsOf({ ...found, 'SendBulkSms/canonical/http-get': [elsewhere] })[0]?.[1]).toBe(3);
});

it('a web page in the place of every reply is one matter, whatever media type each binding has', () => {
  const page = { rule: 'http/media-type', observed: 'web-page', change: 'the server returned a web page' };
  const found = {
    'SendBulkSms/canonical/soap11': [{ ...page, expected: 'text/xml', actual: 'text/html' }],
    'SendBulkSms/canonical/soap12': [{ ...page, expected: 'application/soap+xml', actual: 'text/html' }],
  };
  const rules = ['http/media-type', 'http/media-type'];
  expect(rootsOf(found)).toEqual([['the server returned a web page', 2, rules]]);
});

it('a charset that bodies are written in explains the question marks for what it lacks', () => {
  const marks = {
    ...{ rule: 'delivery/texts', level: 'should', observed: 'question-marks', names: { field: 'KeyID' } },
    meaning: 'non-ASCII characters became question marks',
  };
  const bytes = { rule: 'xml/encoding', observed: 'not-utf-8', change: 'these bytes are not UTF-8' };
  const found = { 'SendBulkSms/canonical/soap11': [bytes], 'WithPacketId/canonical/soap11': [marks] };
  const rules = ['xml/encoding', 'delivery/texts'];
  expect(rootsOf(found)).toEqual([['these bytes are not UTF-8', 2, rules]]);
  expect(rootsOf({ 'canonical/soap11': [bytes], 'canonical/soap12': [marks] })).toEqual([]);
});

it('a web page is one matter, also where its body is told as no XML', () => {
  const type = { rule: 'http/media-type', observed: 'web-page', change: 'the server returned a web page' };
  const body = { rule: 'xml/well-formed', observed: 'not-xml', change: 'the body is no XML' };
  const message = 'the server returned a web page';
  expect(rootsOf({ 'SendBulkSms/canonical/soap11': [type, body] })).toEqual([
    [message, 2, ['http/media-type', 'xml/well-formed']],
  ]);
});

describe('names of elements', () => {
  const parent = 'SendBulkSmsResult';
  const missing = (field: string, written: string) => ({
    ...{ rule: 'result/field-once', names: { field, parent } },
    ...(field.toLowerCase() === written.toLowerCase() && { observed: 'name-case' }),
    ...{ expected: `one ${field}`, actual: `none; found ${written}`, change: `${written} is not ${field}` },
  });
  const stranger = (field: string) => ({
    ...{ rule: 'result/only-fields', level: 'should', actual: field, names: { field, parent } },
  });

  it('that are others than in the contract are one matter, with the elements that have them', () => {
    const found = [missing('PacketID', 'packetId'), stranger('packetId')];
    const rules = ['result/field-once', 'result/only-fields'];
    expect(rootsOf({ 'SendBulkSms/canonical/soap11': found })).toEqual([
      ['packetId is not PacketID', 2, rules],
    ]);
    const another = [missing('PacketStatus', 'packetStatus'), stranger('packetStatus')];
    const all = { 'SendBulkSms/canonical/soap11': [...found, ...another] };
    expect(rootsOf(all).map(([message, findings]) => [message, findings])).toEqual([
      ['2 elements have other names than in the contract, such as: packetId is not PacketID', 4],
    ]);
  });

  it('explain no element beside the fields that is none of these', () => {
    const item = { field: 'Extra', parent: 'EmSmsDeliveryResult' };
    const beside = { rule: 'delivery/only-fields', level: 'should', actual: 'Extra', names: item };
    const found = [missing('PacketID', 'packetId'), stranger('packetId'), stranger('Extra'), beside];
    const rules = ['result/field-once', 'result/only-fields'];
    expect(rootsOf({ 'SendBulkSms/canonical/soap11': found })).toEqual([
      ['packetId is not PacketID', 2, rules],
    ]);
  });

  it('are others where as many elements are beside the fields as are missing, and else left out', () => {
    const found = [missing('PacketID', 'Id'), stranger('Id')];
    const rules = ['result/field-once', 'result/only-fields'];
    expect(rootsOf({ 'SendBulkSms/canonical/soap11': found })).toEqual([['Id is not PacketID', 2, rules]]);
    const fewer = [...found, missing('PacketStatus', 'Id')];
    expect(rootsOf({ 'SendBulkSms/canonical/soap11': fewer })).toEqual([
      ['PacketID, PacketStatus are left out', 2, ['result/field-once', 'result/field-once']],
    ]);
  });

  it('explain no element that is beside the fields where none is missing, too', () => {
    const found = {
      'SendBulkSms/canonical/soap11': [missing('PacketID', 'Extra'), stranger('Extra')],
      'SendBulkSms/canonical/http-get': [missing('PacketID', 'Extra'), stranger('Extra')],
      'SendBulkSms/canonical/soap12': [stranger('Extra')],
    };
    expect(rootsOf(found)).toEqual([]);
  });

  it('of a list that is repeated for each recipient are one matter', () => {
    const list = { names: { field: 'DeliveryResults' } };
    const items = { rule: 'result/list-items', names: { ...list.names, item: 'EmSmsDeliveryResult' } };
    const found = {
      'canonical/soap11': [
        { ...items, actual: 'GsmNumber' },
        { rule: 'result/field-once', ...list, actual: '2 of them' },
      ],
      'canonical/soap12': [{ ...items, actual: 'GsmNumber' }],
    };
    const message = 'DeliveryResults is repeated, without EmSmsDeliveryResult in it';
    expect(rootsOf(found)).toEqual([[message, 6, ['result/list-items', 'result/field-once']]]);
    expect(rootsOf({ ...found, 'canonical/soap11': [{ ...items, actual: 'Other' }] })).toEqual([]);
    const repeated = { rule: 'result/field-once', ...list, actual: '2 of them' };
    expect(rootsOf({ ...found, 'canonical/soap11': [repeated] })).toEqual([]);
  });

  it('that are left out are one matter, with the names', () => {
    const left = (field: string) => ({
      ...{ rule: 'delivery/field-once', names: { field }, actual: 'none', expected: `one ${field}` },
    });
    const found = { 'canonical/soap11': [left('PostType')], 'canonical/soap12': [left('KeyID')] };
    const rules = ['delivery/field-once', 'delivery/field-once'];
    expect(rootsOf(found)).toEqual([['PostType, KeyID are left out', 4, rules]]);
  });
});

it('what the schema alone forbids is one matter, with the fields that have it', () => {
  const nil = (field: string) => ({
    ...{ rule: 'result/schema', observed: 'nil', names: { field }, actual: `'${field}' is not nillable` },
    ...{
      meaning: 'xsi:nil is not allowed here; write an empty element',
      change: 'xsi:nil is not allowed here',
    },
  });
  const found = { 'canonical/http-get': [nil('KeyID'), nil('PostType')], 'canonical/soap11': [nil('KeyID')] };
  expect(rootsOf(found)).toEqual([
    [
      'xsi:nil is not allowed here in KeyID, PostType, over soap11 and http-get alone',
      6,
      ['result/schema', 'result/schema'],
    ],
  ]);
});

it('replies that are cut off are one matter, wherever in the document each ends, with the size that all have', () => {
  const cut = (actual: string, bytes = '4096') => ({
    ...{ rule: 'xml/well-formed', observed: 'cut-off-body', actual },
    meaning: `the body ends too early, after ${bytes} bytes; it may have been cut off`,
  });
  const found = {
    'SendBulkSms/canonical/soap11': [cut('unclosed tag: SendDate')],
    'SendBulkSms/canonical/soap12': [{ ...cut('C5 at byte 4095'), rule: 'xml/encoding' }],
    'SendBulkSms/canonical/http-get': [{ rule: 'xml/well-formed', actual: 'unexpected close tag </a>' }],
  };
  const rules = ['xml/well-formed', 'xml/encoding'];
  expect(rootsOf(found)).toEqual([['the body ends too early, after 4096 bytes', 2, rules]]);
  const another = { 'SendBulkSms/canonical/http-post': [cut('unclosed tag: KeyID', '512')] };
  expect(rootsOf({ ...found, ...another })).toEqual([
    ['replies end too early', 3, ['xml/well-formed', 'xml/well-formed', 'xml/encoding']],
  ]);
});

describe('reports that do not find the packet of their send', () => {
  const refused = { rule: 'http/status', step: 1, actual: '404' };

  it('are explained by where packets are kept, where others of the case and the binding find it', () => {
    const exchanges = plannedExchanges('ReportSingleShotSms/*');
    const [first, second] = exchanges.filter(({ variant }) => variant !== null && variant !== undefined);
    const same = exchanges.filter(({ case: name }) => name === first?.case);
    expect(same.length).toBeGreaterThan(3);
    const found = { [first?.id ?? '']: [refused], [second?.id ?? '']: [refused] };
    const [root] = rootsOf(found, exchanges);
    expect(root?.slice(1)).toEqual([2, ['http/status']]);
    expect(root?.[0]).toMatch(/^reports do not find the packet of their send in 2 exchanges, and in others/);
  });

  it('are not where sends are refused alike', () => {
    const exchanges = plannedExchanges('ReportSingleShotSms/*');
    const [first, second] = exchanges.filter(({ variant }) => variant !== null && variant !== undefined);
    const refusedWith = (more: object) => ({
      [first?.id ?? '']: [refused],
      [second?.id ?? '']: [{ ...refused, ...more }],
    });
    expect(rootsOf(refusedWith({ step: 0 }), exchanges)).toEqual([]);
  });

  it('are not where no report over the binding, or of the case, finds one', () => {
    const found = Object.fromEntries(reports.map(({ id }) => [id, [refused]]));
    expect(rootsOf(found, reports)).toEqual([]);
  });
});

it('what explains most comes first among what fails the run, whatever its level', () => {
  const grave = { rule: 'result/field-once', actual: 'a' };
  const wide = { rule: 'delivery/texts', level: 'should', actual: 'b' };
  const found = {
    'SendBulkSms/canonical/soap11': [grave],
    'SendBulkSms/canonical/soap12': [wide],
    'SendBulkSms/canonical/http-get': [wide],
  };
  const { causes } = resultsWith(found);
  expect(causes.map(({ rule }) => rule)).toEqual(['result/field-once', 'delivery/texts']);
  expect(resultCauses(resultsWith(found).exchanges, 'should').map(({ rule }) => rule)).toEqual([
    'delivery/texts',
    'result/field-once',
  ]);
});

it('calls that are refused in one kind of request alone are one matter, whatever each is answered', () => {
  const refused = (actual: string, only?: string) => ({ rule: 'http/status', actual, only });
  const found = {
    'SendBulkSms/canonical/soap11': [refused('500', 'chunks')],
    'SendBulkSms/canonical/http-post': [refused('400', 'chunks')],
    'SendBulkSms/canonical/soap12': [refused('411')],
  };
  expect(rootsOf(found)).toEqual([
    ['calls are refused only in requests with chunked bodies', 2, ['http/status', 'http/status']],
  ]);
  const both = { ...found, 'SendBulkSms/canonical/soap12': [refused('400')] };
  expect(rootsOf(both)).toEqual([]);
});

it('calls that are refused in the same words are one matter, however each binding has them', () => {
  const refused = (actual: string) => [{ rule: 'http/status', actual }];
  const found = {
    'SendBulkSms/canonical/soap11': refused(
      '500 Error, SOAP fault: soap:Server BeginTime of 4711 is missing.',
    ),
    'SendBulkSms/canonical/soap12': refused(
      '500 Error, SOAP fault: s:Receiver BeginTime of 4712 is missing.',
    ),
    'SendBulkSms/canonical/http-get': refused('400 Bad Request: BeginTime of 1 is missing.'),
    'SendBulkSms/canonical/http-post': refused('500 Error, empty body'),
  };
  const rules = ['http/status', 'http/status', 'http/status'];
  const more = plannedExchanges('SendBulkSms/message-turkish');
  expect(rootsOf(found, [...sends, ...more])).toEqual([
    ['calls are refused: BeginTime of 4711 is missing.', 3, rules],
  ]);
});

it('calls of other cases that are refused in the same words have another reason, as a server may hide both', () => {
  const hidden = (status: string) => [{ rule: 'http/status', actual: `${status}: An error has occurred.` }];
  const found = {
    'SendBulkSms/canonical/soap11': hidden('500'),
    'SendBulkSms/message-turkish/http-get': hidden('400'),
  };
  const all = [...sends, ...plannedExchanges('SendBulkSms/message-turkish')];
  expect(rootsOf(found, all)).toEqual([]);
});

it('calls that get no answer in one kind of request alone are one matter, with the advice for that kind', () => {
  const unanswered = { rule: 'http/response', actual: 'too slow', only: 'expect' };
  const found = { 'SendBulkSms/canonical/soap11': [unanswered], 'canonical/http-post': [unanswered] };
  const message = 'calls get no answer only in requests with "Expect: 100-continue"';
  expect(rootsOf(found)).toEqual([[message, 3, ['http/response']]]);
  const [finding] = resultsWith(found).exchanges.flatMap(({ findings }) => findings);
  expect(finding).toMatchObject({ observed: 'expect' });
});

it('a target that ends during a run leads with its last failure, however many requests were not sent', () => {
  const response = { rule: 'http/response', level: 'must' };
  const unsent = { ...response, actual: 'TARGET_GONE: not sent', names: { unsent: 'true' } };
  const results = resultsWith({
    'SendBulkSms/canonical/soap11': [{ ...response, actual: 'the connection was closed' }],
    'SendBulkSms/canonical/soap12': [unsent],
    'SendBulkSms/canonical/http-get': [unsent],
  });
  const [lead] = reportedCauses(results).leads;
  expect(lead?.causes[0].example.findings[0]).toMatchObject({ actual: 'the connection was closed' });
});

it('replies about a packet that the target does not know are one matter, whatever rules they break', () => {
  const only = 'packet 4711';
  const found = {
    'ReportSmsWithPacketId/canonical/soap11': [{ rule: 'http/status', actual: '500', only }],
    'ReportSmsWithPacketId/canonical/http-get': [{ rule: 'report/packet', actual: '0', only }],
  };
  expect(rootsOf(found)).toEqual([
    ['reports on packet 4711 alone are wrong', 2, ['http/status', 'report/packet']],
  ]);
});
