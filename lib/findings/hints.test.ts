import { describe, expect, it } from 'vitest';
import type { ExchangeRecord } from '../model/running/results.ts';
import { findingOf, plannedExchanges, recordOf, runOf } from '../report/testing.ts';
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

/** Records of which each has found an element in a namespace, the last one passing where it is asked for. */
function found(namespaces: readonly string[], last: Partial<ExchangeRecord> = {}): readonly ExchangeRecord[] {
  return exchanges.map((exchange, i) => {
    const uri = namespaces[i % namespaces.length];
    const findings = [
      findingOf({
        expected: `{${namespace}}PacketID`,
        actual: uri === undefined ? 'none' : `{${uri}}PacketID`,
      }),
    ];
    const changed = i === exchanges.length - 1 ? last : {};
    return { ...recordOf(exchange, { verdict: 'failed', findings }), ...changed };
  });
}

describe('the namespace of the replies', () => {
  it.each([`${namespace}/`, 'http://tempuri.org/'])('is told where it is another one: %s', (uri) => {
    expect(hintsOf(run, found([uri]))).toEqual([
      `the replies use the namespace ${uri}; if it is that of the service, try --namespace ${uri}`,
    ]);
  });

  it('is told of the requests of a client', () => {
    const ofRequests = found(['urn:a']).map((one) => ({
      ...one,
      findings: one.findings.map((finding) => ({ ...finding, rule: 'request/operation-element' })),
    }));
    const told = (who: string) => [
      `${who} use the namespace urn:a; if it is that of the service, try --namespace urn:a`,
    ];
    expect(hintsOf(run, ofRequests)).toEqual(told("the client's requests"));
    expect(hintsOf(run, [...found(['urn:a']), ...ofRequests])).toEqual(
      told("the client's requests and the replies"),
    );
  });

  it('is not told where an exchange passed, so that the one of the run is right', () => {
    expect(hintsOf(run, found([`${namespace}/`], { verdict: 'passed', findings: [] }))).toEqual([]);
  });

  it.each(['observed', 'warned'] as const)('is told where only cases of a weaker level are %s', (verdict) => {
    const weaker = open.map((exchange) => recordOf(exchange, { verdict }));
    expect(hintsOf(run, [...found([`${namespace}/`]), ...weaker])).toHaveLength(1);
    expect(hintsOf(run, found([`${namespace}/`], { verdict }))).toEqual([]);
    const passing = open.map((exchange) => recordOf(exchange));
    expect(hintsOf(run, [...found([`${namespace}/`]), ...passing])).toEqual([]);
  });

  it.each([
    ['there are several', ['urn:a', 'urn:b']],
    ['there is none', ['']],
    ['it is right', [namespace]],
    ['no element was found', []],
  ])('is not told where %s', (_, namespaces) => {
    expect(hintsOf(run, found(namespaces))).toEqual([]);
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

  it.each(['http://h', 'http://h/live', 'http://h/live/postsms.asmxs'])(
    '%s is as it should be',
    (baseUrl) => {
      expect(hintsOf(at(baseUrl), records)).toEqual([]);
    },
  );

  it('is not spoken of where an exchange passed, or none was made', () => {
    const baseUrl = 'http://h/live/postsms.asmx';
    for (const verdict of ['passed', 'observed', 'warned'] as const) {
      const one = exchanges.slice(0, 1).map((exchange) => recordOf(exchange, { verdict }));
      expect(hintsOf(at(baseUrl), [...one, ...records.slice(1)])).toEqual([]);
    }
    expect(hintsOf(at(baseUrl), [])).toEqual([]);
  });
});
