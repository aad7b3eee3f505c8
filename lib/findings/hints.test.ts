import { describe, expect, it } from 'vitest';
import { findingOf, plannedExchanges, recordOf, runOf } from '../../suites/support/report.ts';
import type { Finding } from '../model/judging/finding.ts';
import type { ExchangeRecord } from '../model/running/results.ts';
import { ownText } from '../secrets/mask.ts';
import { nameOf } from '../text/finding-value.ts';
import { recordedFinding } from './exchange-record.ts';
import { hintsOf } from './hints.ts';

const exchanges = plannedExchanges('SendBulkSms/canonical');
const { contract, target } = runOf(exchanges);
const open = plannedExchanges('SendBulkSms/begin-time');
const at = (baseUrl: string) => ({
  contract,
  exchanges: [...exchanges, ...open],
  target: { ...target, baseUrl },
});
const run = at('http://127.0.0.1:8080/gateway');
const { namespace } = target;

const element = (uri: string | undefined) =>
  uri === undefined ? 'none' : nameOf({ uri, local: 'PacketID' });

/** Records of which each has found an element in one of the namespaces by a rule. */
function found(uris: readonly string[], rule = 'plain/root'): readonly ExchangeRecord[] {
  return exchanges.map((exchange, i) => {
    const values = { expected: element(namespace), actual: element(uris[i % uris.length]) };
    const finding: Finding = { ...findingOf({ rule }), ...values };
    const findings = [recordedFinding(finding, undefined, ownText)];
    return recordOf(exchange, { verdict: 'failed', findings });
  });
}

const told = (whose: string, uri: string) => [
  `${whose} use the namespace ${uri}; if it is that of the service, try --namespace ${uri}`,
];

describe('the namespace of the replies', () => {
  it.each([`${namespace}/`, 'http://tempuri.org/'])('is told where it is another one: %s', (uri) => {
    expect(hintsOf(run, found([uri]))).toEqual(told('the replies', uri));
  });

  it('is given for the requests of a client', () => {
    const ofRequests = found(['urn:a'], 'request/operation-element');
    expect(hintsOf(run, ofRequests)).toEqual(told("the client's requests", 'urn:a'));
    const all = [...found(['urn:a']), ...ofRequests];
    expect(hintsOf(run, all)).toEqual(told("the client's requests and the replies", 'urn:a'));
  });

  it.each(['passed', 'observed', 'warned'] as const)('is told unless a must case is %s', (verdict) => {
    const wrong = found([`${namespace}/`]);
    const weaker = open.map((exchange) => recordOf(exchange, { verdict }));
    expect(hintsOf(run, [...wrong, ...weaker])).toHaveLength(verdict === 'passed' ? 0 : 1);
    const must = exchanges.slice(-1).map((exchange) => recordOf(exchange, { verdict }));
    expect(hintsOf(run, [...wrong.slice(0, -1), ...must])).toEqual([]);
  });

  it.each([
    ['there are several', ['urn:a', 'urn:b']],
    ['there is none', ['']],
    ['it is right', [namespace]],
    ['no element was found', []],
  ])('is not told where %s', (_, namespaces) => {
    expect(hintsOf(run, found(namespaces))).toEqual([]);
  });

  it('is not told where the fields alone are in another, as WCF writes them', () => {
    expect(hintsOf(run, found(['urn:a'], 'result/field-namespace'))).toEqual([]);
  });
});

describe('a base URL', () => {
  const records = exchanges.map((exchange) => recordOf(exchange, { verdict: 'failed' }));

  it.each([
    ['http://h:81/liveb/postsms.asmx', '/liveb/postsms.asmx', 'http://h:81'],
    ['http://h/x/LIVE/postsms.asmx/', '/live/postsms.asmx', 'http://h/x'],
    ['http://h/live/postsms.asmx/SendBulkSms', '/live/postsms.asmx', 'http://h'],
  ])('%s holds what every request adds to it', (baseUrl, path, better) => {
    expect(hintsOf(at(baseUrl), records)).toEqual([
      `the base URL already contains ${path}, and every request adds it again; try --target ${better}`,
    ]);
  });

  it.each(['http://h', 'http://h/live', 'http://h/live/postsms.asmxs'])('%s is right', (baseUrl) => {
    expect(hintsOf(at(baseUrl), records)).toEqual([]);
  });

  it('is not spoken of where an exchange passed, or none was made', () => {
    const baseUrl = 'http://h/live/postsms.asmx';
    for (const verdict of ['passed', 'observed', 'warned'] as const) {
      const one = exchanges.slice(0, 1).map((exchange) => recordOf(exchange, { verdict }));
      expect(hintsOf(at(baseUrl), [...one, ...records.slice(1)])).toEqual([]);
    }
    expect(hintsOf(at(baseUrl), [])).toEqual([]);
  });
});
