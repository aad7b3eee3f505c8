/** What is said of a run by which nothing passes, where its own settings would explain that. */
import { recordedFinding } from '../../../lib/findings/exchange-record.ts';
import { hintsOf } from '../../../lib/findings/hints.ts';
import { ownText } from '../../../lib/secrets/mask.ts';
import { nameOf } from '../../../lib/text/finding-value.ts';
import { findingOf, plannedExchanges, recordOf, runOf } from '../../support/report.ts';

const exchanges = plannedExchanges('SendBulkSms/canonical');
const { contract, target } = runOf(exchanges);

/** The hints of a run in which every exchange has found the root in a namespace. */
function hintsAt(baseUrl: string, found: string): readonly string[] {
  const name = (uri: string) => nameOf({ uri, local: 'PacketID' });
  const values = { expected: name(target.namespace), actual: name(found) };
  const finding = recordedFinding({ ...findingOf({ rule: 'plain/root' }), ...values }, undefined, ownText);
  const records = exchanges.map((exchange) => recordOf(exchange, { verdict: 'failed', findings: [finding] }));
  return hintsOf({ contract, exchanges, target: { ...target, baseUrl } }, records);
}

export function hintSamples(): readonly string[] {
  const samples: readonly [from: string, baseUrl: string, found: string][] = [
    ['a namespace without the slash at its end', target.baseUrl, `${target.namespace}/`],
    ['another namespace', target.baseUrl, 'http://tempuri.org/'],
    ['a base URL that holds a path base', 'https://h.example/live/postsms.asmx', target.namespace],
  ];
  return samples.map(([from, baseUrl, found]) => {
    const hints = hintsAt(baseUrl, found);
    if (hints.length !== 1) throw new Error(`${from} has ${hints.length} hints`);
    return [`# ${from}`, ...hints].join('\n');
  });
}
