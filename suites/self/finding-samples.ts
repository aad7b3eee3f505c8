/** For the golden file of messages: one finding for each wording, found by really running the defects. */

import { recordedFinding } from '../../lib/findings/exchange-record.ts';
import {
  findingLines,
  refusedRequestText,
  type Sections,
  sectionsOf,
  sentenceOf,
} from '../../lib/findings/finding-text.ts';
import { judgeContext } from '../../lib/judge/judge-context.ts';
import { judgeMadeRequest, judgeRequest } from '../../lib/judge/judge-step.ts';
import type { Call } from '../../lib/model/contract.ts';
import type { Exchange } from '../../lib/model/exchange.ts';
import type { ResultFinding } from '../../lib/model/running/results.ts';
import { readRequest } from '../../lib/reading/read-request.ts';
import { recognise } from '../../lib/reading/recognise.ts';
import type { Defect } from '../../lib/reference/defects/defect.ts';
import { defects } from '../../lib/reference/defects/registry.ts';
import { planRun } from '../../lib/run/plan-run.ts';
import { ownText } from '../../lib/secrets/mask.ts';
import { defaultSettings } from '../../lib/settings/run-settings.ts';
import { openLab, PROOF_NAMESPACE } from '../proof/lab.ts';
import { editedRequest, isMet } from '../proof/requests/edited-request.ts';
import { editedRequests } from '../proof/requests/index.ts';
import { selectFor } from '../proof/subject.ts';
import { foundInAll } from '../proof/try-out.ts';

export interface Sample {
  readonly rule: string;
  /** Where it comes from: defect, and the exchange or call that meets it. */
  readonly from: string;
  readonly lines: readonly string[];
}

const planned = planRun({ ...defaultSettings, namespace: PROOF_NAMESPACE }, 'proof0');
if (!planned.ok) throw new Error(planned.message);
const { declarations, exchanges: plan } = planned;

/** The first sample of every wording, in the order of the registries; requests are spoilt in the given calls. */
export async function findingSamples(calls: readonly Call[]): Promise<readonly Sample[]> {
  const first = new Map<string, Sample>();
  const sections = sectionsOf(declarations.register);
  const lab = await openLab(declarations);
  for (const defect of defects) {
    const all = await lab.judge([defect], exchangesFor(defect));
    const ofRun = foundInAll(all, declarations.register).filter(({ rule }) => defect.rules.includes(rule));
    for (const { id, findings } of [...all, { id: 'the whole run', findings: ofRun }]) {
      for (const judged of findings) {
        const finding = recordedFinding(judged, undefined, ownText);
        const lines = findingLines(finding, sections);
        keepFirst(first, wordingOf(finding, lines), {
          rule: finding.rule,
          from: `${defect.id} in ${id}`,
          lines,
        });
      }
    }
  }
  await lab.close();
  for (const sample of [...requestSamples(calls), ...(await clientSamples(calls, sections))])
    keepFirst(first, sample.rule + kindOf(sample.lines.join('\n')), sample);
  return [...first.values()];
}

function keepFirst(first: Map<string, Sample>, wording: string, sample: Sample): void {
  if (!first.has(wording)) first.set(wording, sample);
}

/** A few exchanges that meet the defect: one canonical, one of each case that it needs, and what compares replies. */
function exchangesFor(defect: Defect): readonly Exchange[] {
  const byCase = new Map<string, Exchange>();
  for (const exchange of selectFor({ ...defect, kind: 'defect' }, plan)) {
    const rule = COMPARING[exchange.case];
    const wanted = rule === undefined || defect.rules.includes(rule);
    if (wanted && !byCase.has(exchange.case)) byCase.set(exchange.case, exchange);
  }
  return [...byCase.values()];
}

/** Long chains, which only matter to the rule that compares their replies. */
const COMPARING: Readonly<Record<string, string>> = {
  'same-over-every-binding': 'report/same-content',
  'two-packets': 'send/distinct-packets',
  'same-send-over-every-binding': 'send/same-meaning',
};

/** What is said about a request of ours that is wrong: the note of an exchange, because it is never sent. */
function requestSamples(calls: readonly Call[]): readonly Sample[] {
  const { contract } = declarations;
  return editedRequests.flatMap((edit) => {
    const call = calls.find((candidate) => isMet(edit, candidate));
    if (!call) throw new Error(`no call meets ${edit.id}`);
    const request = editedRequest(edit, call, contract);
    const readBack = readRequest(request, call.binding.envelope !== undefined);
    return judgeRequest({ ...call, contract, request, readBack }).map((refused) => ({
      rule: refused.rule,
      from: `${edit.id} in ${call.operation.name} over ${call.binding.id}`,
      lines: [refusedRequestText(refused)],
    }));
  });
}

/** What is said about values of clients: those of our own requests are meant. */
async function clientSamples(calls: readonly Call[], sections: Sections): Promise<readonly Sample[]> {
  const { contract, register } = declarations;
  const ofValues = editedRequests.filter(({ ofClient }) => ofClient?.join().includes('request/values'));
  const samples = ofValues.map(async (edit): Promise<readonly Sample[]> => {
    const call = calls.find((candidate) => isMet(edit, candidate));
    if (!call) throw new Error(`no call meets ${edit.id}`);
    const request = editedRequest(edit, call, contract);
    const heard = recognise(request, call.target.baseUrl, contract);
    if (heard.kind !== 'call') throw new Error(`${edit.id} is no call`);
    const evidence = { ...heard.call, target: call.target, contract, request, readBack: heard.readBack };
    const context = await judgeContext(contract, call.target, register);
    return judgeMadeRequest(evidence, context, { step: 0, level: 'must' }).map((judged) => ({
      rule: judged.rule,
      from: `${edit.id} in ${call.operation.name} over ${call.binding.id}`,
      lines: findingLines(recordedFinding(judged, undefined, ownText), sections),
    }));
  });
  return (await Promise.all(samples)).flat();
}

/** Two findings with the same wording differ in nothing but names, numbers and texts of the reply. */
function wordingOf(finding: ResultFinding, lines: readonly string[]): string {
  const meaning = lines.find((line) => line.startsWith('  meaning')) ?? '';
  return [
    finding.rule,
    sentenceOf({
      rule: finding.rule,
      level: finding.level,
      names: finding.names?.changed ? { changed: ownText('yes') } : {},
    }),
    ...[finding.expected, finding.actual, meaning].map(kindOf),
  ].join('\n');
}

function kindOf(text: string): string {
  return text
    .replace(/"(?:[^"\\]|\\.)*"/g, '"…"')
    .replace(/\{[^}]*\}[\w.-]+/g, '{…}')
    .replace(/(?<=^\d{3} [\w -]+[:,]).*/s, '…')
    .replace(/\b(?:[0-9A-F]{2} )+[0-9A-F]{2}\b|\d+/g, 'n')
    .replace(/\b(?:[a-z]+[A-Z]\w*|[A-Z]\w*[a-z]\w*[A-Z]\w*|[A-Z]{7,}|Body|Envelope)\b/g, 'Name')
    .replace(/(?:(?:Name|\{…\})(?:, | and )?)+/g, 'Name');
}
