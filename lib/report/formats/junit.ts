import { type Sections, sectionsOf } from '../../findings/finding-text.ts';
import { detailLines, headline } from '../../findings/run/blocks.ts';
import { gravest } from '../../model/requirement.ts';
import type { Masked } from '../../model/running/masked.ts';
import type { ResultExchange, Results } from '../../model/running/results.ts';
import { ownText } from '../../secrets/mask.ts';
import { addTo } from '../../text/add-to.ts';
import { counted } from '../../text/counted.ts';
import { printable } from '../../text/printable.ts';
import { escapeAttribute, escapeText, withoutForbidden } from '../../wire/xml/escape.ts';
import { incompleteText, type Sort, sortOf } from './format-helpers.ts';

/** A test case, and what its suite counts and tells of it. */
interface Case {
  /** Operation and binding: the name of its suite. */
  readonly group: string;
  readonly name: string;
  readonly sort: Sort;
  readonly seconds: number;
  /** The one element that says why it is not simply good. */
  readonly child?: string;
  /** What a good one has to say all the same. */
  readonly said?: string;
}

/**
 * A run as JUnit XML, one suite for each operation over each binding, valid against the schemas of Ant and Jenkins: a
 * test case has one child, and what a good one has to say is in the output of its suite.
 */
export function junitXml(results: Results): Masked {
  const sections = sectionsOf(results.requirements);
  const suites = new Map<string, Case[]>();
  const add = (one: Case) => addTo(suites, one.group, one);
  for (const exchange of results.exchanges) add(judgedCase(exchange, results, sections));
  for (const { id, reason } of results.notRun)
    add({ ...partsOf(id), sort: 'skipped', seconds: 0, child: skipped(`not run: ${reason}`) });
  const why = incompleteText(results);
  if (why !== undefined) {
    const child = `<error type="${results.outcome}" message="${attribute(why)}"/>`;
    add({ group: 'run', name: 'the run came to its end', sort: 'error', seconds: 0, child });
  }
  const written = [...suites].map(([name, cases], index) => suiteXml(name, cases, index, results));
  return ownText(`<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${written.join('')}</testsuites>\n`);
}

/** Operation and binding, and the rest of an exchange's id, which is `<operation>/<case>/<binding>[/<variant>]`. */
function partsOf(id: string): Pick<Case, 'group' | 'name'> {
  const [operation = '', name = '', binding = '', ...variant] = id.split('/');
  return { group: `${operation}.${binding}`, name: [name, ...variant].join('/') };
}

function judgedCase(exchange: ResultExchange, { gate }: Results, sections: Sections): Case {
  const { id, verdict, durationMs, findings } = exchange;
  const sort = sortOf(exchange, gate);
  const judged = { ...partsOf(id), sort, seconds: durationMs / 1000 };
  const lines = detailLines(exchange, sections);
  if (sort === 'skipped') return { ...judged, child: skipped(`${verdict}: ${headline(exchange)}`) };
  if (sort === 'good') {
    return findings.length === 0 ? judged : { ...judged, said: [`${verdict}  ${id}`, ...lines].join('\n') };
  }
  const finding = verdict === 'fixed' ? undefined : gravest(findings);
  const type = sort === 'error' ? verdict : (finding?.rule ?? verdict);
  const message = [
    `${exchange.title === undefined ? '' : `${exchange.title}: `}${headline(exchange)}`,
    ...(finding ? [`expected ${finding.expected}`, `actual ${finding.actual}`] : []),
    ...(finding && findings.length > 1 ? [counted(findings.length - 1, 'more finding')] : []),
  ].join('; ');
  const start = `<${sort} type="${attribute(type)}" message="${attribute(message)}">`;
  return { ...judged, child: `${start}${content([verdict, ...lines].join('\n'))}</${sort}>` };
}

function skipped(why: string): string {
  return `<skipped message="${attribute(why)}"/>`;
}

function suiteXml(name: string, cases: readonly Case[], index: number, results: Results): string {
  const count = (sort: Sort) => cases.filter((one) => one.sort === sort).length;
  const seconds = cases.reduce((sum, one) => sum + one.seconds, 0);
  const said = cases.flatMap((one) => one.said ?? []).join('\n\n');
  const started = results.startedAt.slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
  const counts = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
  return (
    `<testsuite id="${index}" package="postsms" name="${attribute(name)}" hostname="localhost"` +
    ` timestamp="${started}" ${counts} time="${seconds.toFixed(3)}">\n${propertiesOf(results)}` +
    `${cases.map(caseXml).join('')}<system-out>${content(said)}</system-out>\n<system-err/>\n</testsuite>\n`
  );
}

function caseXml({ group, name, seconds, child = '' }: Case): string {
  const start = `<testcase classname="${attribute(group)}" name="${attribute(name)}" time="${seconds.toFixed(3)}"`;
  return child === '' ? `${start}/>\n` : `${start}>${child}</testcase>\n`;
}

function propertiesOf({ suite, target, gate, outcome, exitCode, shard }: Results): string {
  const properties = {
    suite: `${suite.name} ${suite.version}`,
    target: target.baseUrl,
    kind: target.kind,
    namespace: target.namespace,
    insecure: String(target.insecure),
    gate,
    outcome,
    exitCode: String(exitCode),
    ...(shard && { shard: `${shard.index} of ${shard.total}` }),
  };
  const written = Object.entries(properties).map(
    ([name, value]) => `<property name="${name}" value="${attribute(value)}"/>\n`,
  );
  return `<properties>\n${written.join('')}</properties>\n`;
}

/** Writes a text as an attribute value of JUnit XML. */
export function attribute(text: string): string {
  return escapeAttribute(withoutForbidden(printable(text)));
}

/** Writes lines, whose control characters are visible already, as text of JUnit XML. */
export function content(lines: string): string {
  return escapeText(withoutForbidden(lines));
}
