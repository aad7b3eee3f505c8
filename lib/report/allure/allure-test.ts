import type { Label, Link } from 'allure-js-commons';
import type { RuntimeMessage } from 'allure-js-commons/sdk';
import { getGlobalTestRuntime } from 'allure-js-commons/sdk/runtime';
import { printable } from '../../findings/finding-text.ts';
import type { Level } from '../../model/contract.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { JudgedExchange } from '../../model/judging/verdict.ts';
import type { ExchangeRecord, ResultFinding } from '../../model/running/results.ts';
import { causeText } from '../../results/causes.ts';
import { detailLines } from '../../results/told/blocks.ts';
import { answerText, entryText } from '../../results/told/facts.ts';
import { ownText } from '../../secrets/mask.ts';
import { html } from '../requirements/html.ts';
import { type AllureContext, stepMessages } from './allure-steps.ts';

const SEVERITIES: Readonly<Record<Level, string>> = { must: 'critical', should: 'normal', gap: 'minor' };

/** Describes the running test for Allure. */
export function describeForAllure(...described: Parameters<typeof allureMessages>): void {
  // Its typings have a method for each thing that can be said, each of which costs, and none for a step that is over.
  const runtime = getGlobalTestRuntime() as unknown as { sendMessageSync(message: RuntimeMessage): void };
  for (const message of allureMessages(...described)) runtime.sendMessageSync(message);
}

/**
 * What Allure is told of an exchange: where it belongs, how grave it is, which requirements it is about, what was
 * found, and every request and reply as it was, masked, for passing exchanges too. Its ids are that of the exchange
 * alone, so that its history goes on over ports, targets and versions.
 */
export function allureMessages(
  exchange: Exchange,
  judged: JudgedExchange,
  record: ExchangeRecord,
  context: AllureContext,
): readonly RuntimeMessage[] {
  const { id } = exchange;
  const metadata = {
    displayName: id,
    testCaseId: id,
    historyId: id,
    descriptionHtml: allureDescription(exchange, record, context),
    labels: labelsOf(exchange, record, context),
    links: linksOf(exchange, record),
  };
  return [{ type: 'metadata', data: metadata }, ...stepMessages(judged, record, context)];
}

/** Where the test belongs and what it is about. */
function labelsOf(
  exchange: Exchange,
  { verdict, findings, steps }: ExchangeRecord,
  context: AllureContext,
): Label[] {
  const own = exchange.probe ? [...exchange.tags, 'probe'] : exchange.tags;
  const tags = verdict === 'passed' ? own : [...own, verdict];
  // Allure groups by the last of them, so that is the first that was found.
  const rules = new Set(findings.map(({ rule }) => rule).reverse());
  const calledBy = ({ step }: ResultFinding) => steps[step]?.operation ?? exchange.operation;
  const causes = new Set(findings.map((finding) => causeText(finding, calledBy(finding))).reverse());
  return [
    { name: 'epic', value: 'SMS sending and reporting service' },
    { name: 'feature', value: exchange.operation },
    { name: 'story', value: context.bindingNames.get(exchange.binding) ?? exchange.binding },
    { name: 'severity', value: SEVERITIES[exchange.level] },
    { name: 'level', value: exchange.level },
    { name: 'verdict', value: verdict },
    ...[...rules].map((value) => ({ name: 'rule', value })),
    ...[...causes].map((value) => ({ name: 'cause', value: printable(value) })),
    ...tags.map((value) => ({ name: 'tag', value })),
  ];
}

/**
 * The requirements that it is about, those that it broke and those that it only affects, on the page of requirements
 * beside the report, and where people follow up what is known to fail.
 */
function linksOf(exchange: Exchange, { findings, known = [] }: ExchangeRecord): Link[] {
  const broken = findings.flatMap(({ requirements }) => requirements);
  const issues = new Set(known.flatMap(({ link }) => link ?? []));
  const about = new Set([...broken, ...exchange.requirements]);
  const affected = new Set(findings.flatMap((finding) => finding.affected ?? []));
  return [
    ...[...issues].map((url) => ({ name: url, url, type: 'issue' })),
    ...[...about].map((name) => requirementLink(name, 'requirement')),
    ...[...affected].filter((name) => !about.has(name)).map((name) => requirementLink(name, 'affected')),
  ];
}

function requirementLink(name: string, type: 'requirement' | 'affected'): Link {
  return { name, url: `../requirements.html#${name}`, type };
}

/**
 * HTML: what the case says, what there is to say of the exchange, and how to see its request. The words of a case are
 * masked, for its user may have written them.
 */
function allureDescription(
  { id, title, because, source }: Exchange,
  record: ExchangeRecord,
  { sections, mask }: Pick<AllureContext, 'sections' | 'mask'>,
): string {
  const { repeat, verdict, known = [] } = record;
  const level = because === undefined ? '' : html`<p>Level: ${mask(because)}</p>`;
  const answer = answerText(record);
  const told = {
    ...record,
    repeat: repeat ?? ownText(`postsms-conformance show ${id} --curl`),
    source: { file: mask(source.file), line: source.line },
  };
  const lines = [
    ...(answer === '' ? [] : [`a probe, never judged; what came back: ${answer}`]),
    ...(verdict === 'known-failure' ? known.map(entryText) : []),
    ...detailLines(told, sections),
  ];
  return html`<p>${mask(title)}</p>${level}<pre style="${WRAPPED}"><code>${lines.map((line) => html`${line}\n`)}</code></pre>`
    .html;
}

/** Allure keeps text on one line, which cuts what is long. */
const WRAPPED = 'white-space: pre-wrap; overflow-wrap: anywhere';
