import * as allure from 'allure-js-commons';
import type { Level } from '../model/contract.ts';
import type { Exchange } from '../model/exchange.ts';
import type { ExchangeRecord } from '../model/results.ts';
import type { JudgedExchange } from '../model/verdict.ts';
import { findingLines, type Sections } from './finding-text.ts';
import { outcomeText, requestText } from './http-message.ts';
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
  await allure.description(mask(descriptionOf(exchange, record.repeat)));
  await allure.epic('SMS sending and reporting service');
  await allure.feature(exchange.operation);
  await allure.story(bindingName);
  await allure.severity(SEVERITIES[exchange.level]);
  await allure.label('level', exchange.level);
  await allure.label('verdict', record.verdict);
  const broken = record.findings.flatMap((finding) => finding.requirements);
  for (const id of new Set([...exchange.requirements, ...broken])) await allure.label('requirement', id);
  await allure.tags(...exchange.tags, ...(record.verdict === 'passed' ? [] : [record.verdict]));
  for (const [index, step] of judged.steps.entries()) {
    const name = `${index + 1} ${step.operation} over ${step.binding}`;
    await allure.attachment(`${name}: request`, mask(requestText(baseUrl, step.request)), TEXT);
    await allure.attachment(`${name}: response`, mask(outcomeText(step.outcome)), TEXT);
  }
  if (record.findings.length > 0) {
    const text = record.findings.map((finding) => findingLines(finding, sections).join('\n')).join('\n\n');
    await allure.attachment('findings', text, TEXT);
  }
}

const TEXT = { contentType: 'text/plain', fileExtension: 'txt' };

/** Markdown: what the case says, where it stands, and how to repeat it. */
function descriptionOf({ title, because, source }: Exchange, repeat: string | null): string {
  const parts = [title, `Declared in ${source.file}:${source.line}`];
  if (because !== undefined) parts.splice(1, 0, `Level: ${because}`);
  if (repeat !== null) parts.push(`Repeat with\n\n${fenced(repeat)}`);
  return parts.join('\n\n');
}

/** A Markdown code block whose fence is longer than any run of backticks inside. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}sh\n${text}\n${fence}`;
}
