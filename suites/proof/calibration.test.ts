import { expect, it } from 'vitest';
import { findDefect } from '../../lib/reference/defects/registry.ts';
import type { Deviation } from '../../lib/reference/seams.ts';
import { contract } from '../support/cases.ts';
import { reference } from '../support/reference.ts';
import { callOf, NAMESPACE } from '../support/samples.ts';
import { twins } from './twins/index.ts';

/** One way to be wrong for each rule that a single reply can break, and for several at once. */
const chosen = [
  'status-500',
  'charset-missing',
  'soap11-media-type-text-html',
  'soap12-media-type-text-xml',
  'http-get-media-type-xml',
  'http-post-media-type-json',
  'declared-iso-8859-1',
  'truncated-xml',
  'doctype',
  'packetstatus-missing',
  'packetid-lower-case',
  'packetstatus-with-markup',
  'packetstatus-without-namespace',
  'list-foreign-child',
  'delivery-key-id-twice',
  'packetid-nil',
  'envelope-namespace-https',
  'envelope-attribute-without-namespace',
  'header-after-body',
  'header-block-without-namespace',
  'two-bodies',
  'response-lower-case',
  'result-name-generic',
  'plain-root-soap-name',
  'report-other-packet',
].map((id) => {
  const defect = findDefect(id);
  if (!defect) throw new Error(`no defect "${id}"`);
  return defect;
});
const healthy = { id: 'reference', rules: [] };
const twin = twins.filter(({ id }) => id === 'cdata-whole').map((twin) => ({ ...twin, rules: [] }));

/** The reply of a reference to a call of its own packet. */
function replyOf(operation: string, binding: (typeof contract.bindings)[number], deviation: Deviation) {
  const { call } = reference({ ids: () => 'P-1', deviations: [deviation] });
  call('SingleShotSmsWithTypeAndKeyID', binding.id);
  const { status, type = '', text } = call(operation, binding.id);
  return { operation, binding: binding.id, status, contentType: type, body: text };
}

it('the replies that calibrate the judge are those of the reference and of its defects', async () => {
  const operations = ['SingleShotSmsWithTypeAndKeyID', 'ReportSingleShotSms'];
  const replies = contract.bindings.flatMap((binding) => {
    const met = chosen.filter(({ bindings }) => bindings?.includes(binding.id) ?? true);
    return operations.flatMap((operation, turn) => {
      // Defects of any operation take turns, because each reply costs a run half a millisecond before it may begin.
      const wrong = met.filter(({ operations }, i) => operations?.includes(operation) ?? i % 2 === turn);
      return [healthy, ...twin, ...wrong].map(({ id, rules, ...deviation }) => ({
        name: `${id} in ${operation} over ${binding.id}`,
        rules: [...rules].sort().join(', '),
        ...replyOf(operation, binding, deviation),
      }));
    });
  });
  expect(replies.filter(({ rules }) => rules === '')).toHaveLength(16);
  expect(new Set(replies.map(({ name }) => name.split(' ')[0])).size).toBe(chosen.length + 2);
  const values = Object.assign({}, ...operations.map((name) => callOf(name, 'soap11').values));
  const written = { namespace: NAMESPACE, values, replies };
  await expect(`${JSON.stringify(written, null, 2)}\n`).toMatchFileSnapshot('../../cases/calibration.json');
});
