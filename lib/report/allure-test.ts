import type { Label } from 'allure-js-commons';
import * as allure from 'allure-js-commons';
import type { Level } from '../model/contract.ts';
import type { Exchange } from '../model/exchange.ts';
import type { ExchangeRecord, RecordedKnown } from '../model/results.ts';
import type { JudgedExchange } from '../model/verdict.ts';
import { findingLines, printableLines, type Sections } from './finding-text.ts';
import { outcomeText, requestText } from './http-message.ts';
import { codeBlock } from './markdown-code.ts';
import type { Mask } from './mask.ts';

const SEVERITIES: Readonly<Record<Level, string>> = { must: 'critical', should: 'normal', gap: 'minor' };

export interface AllureContext {
  readonly baseUrl: string;
  readonly bindingName: string;
  readonly mask: Mask;
  readonly sections: Sections;
}

/**
 * Describes the running test for Allure: where it belongs, how grave it is, which requirements it is about, and
 * every request and reply as it was, masked, for passing exchanges too.
 */
export async function describeForAllure(
  exchange: Exchange,
  judged: JudgedExchange,
  record: ExchangeRecord,
  { baseUrl, bindingName, mask, sections }: AllureContext,
): Promise<void> {
  await allure.displayName(exchange.id);
  await allure.description(printableLines(descriptionOf(exchange, record)));
  await allure.labels(...labelsOf(exchange, record, bindingName));
  for (const [index, step] of judged.steps.entries()) {
    const name = `${index + 1} ${step.operation} over ${step.binding}: request and response`;
    // One file for both: making files is the dearest part of a run.
    const text = `${requestText(baseUrl, step.request)}\n\n${outcomeText(step.outcome)}`;
    await allure.attachment(name, printableLines(mask(text)), TEXT);
  }
  if (record.findings.length > 0) {
    const text = record.findings
      .map((finding) => findingLines(finding, sections, record.steps).join('\n'))
      .join('\n\n');
    await allure.attachment('findings', text, TEXT);
  }
}

/** Where the test belongs and what it is about; given at once, because each call of Allure's costs. */
function labelsOf(exchange: Exchange, record: ExchangeRecord, bindingName: string): readonly Label[] {
  const broken = record.findings.flatMap((finding) => finding.requirements);
  const tags = record.verdict === 'passed' ? exchange.tags : [...exchange.tags, record.verdict];
  return [
    { name: 'epic', value: 'SMS sending and reporting service' },
    { name: 'feature', value: exchange.operation },
    { name: 'story', value: bindingName },
    { name: 'severity', value: SEVERITIES[exchange.level] },
    { name: 'level', value: exchange.level },
    { name: 'verdict', value: record.verdict },
    ...[...new Set([...exchange.requirements, ...broken])].map((value) => ({ name: 'requirement', value })),
    ...tags.map((value) => ({ name: 'tag', value })),
  ];
}

const TEXT = { contentType: 'text/plain', fileExtension: 'txt' };

/** Markdown: what the case says, where it stands, and how to repeat it. */
function descriptionOf(
  { id, title, because, source }: Exchange,
  { repeat, verdict, known = [] }: ExchangeRecord,
): string {
  const parts = [title, `Declared in ${source.file}:${source.line}`];
  if (because !== undefined) parts.splice(1, 0, `Level: ${because}`);
  if (verdict === 'known-failure') parts.push(...known.map(knownText));
  parts.push(
    repeat === null
      ? `Its request as a command: \`postsms-conformance show ${id} --curl\``
      : `Repeat with\n\n${codeBlock(repeat, 'sh')}`,
  );
  return parts.join('\n\n');
}

function knownText({ rules, reason, owner, link, expires, place }: RecordedKnown): string {
  const whose = [owner, link, place].filter((text) => text !== undefined).join(', ');
  return `Known to break ${rules.join(', ')} until ${expires}: ${reason} (${whose})`;
}
