import { printable, type Sections, sectionsOf } from '../../findings/finding-text.ts';
import type { NotRun } from '../../model/exchange.ts';
import type { Masked } from '../../model/running/masked.ts';
import type { ResultExchange, Results } from '../../model/running/results.ts';
import { detailLines, headline } from '../../results/told/blocks.ts';
import { ownText } from '../../secrets/mask.ts';
import { addTo } from '../../text/add-to.ts';
import { escapeAttribute, escapeText, withoutForbidden } from '../../xml/escape.ts';
import { incompleteText, partsOf, type Sort, sortOf, typeOf, wholeHeadline } from './format-helpers.ts';

/** A test case as XML, and what its suite counts and tells of it. */
interface Case {
  readonly xml: string;
  readonly sort: Sort;
  readonly seconds: number;
  /** What a good one has to say all the same. */
  readonly said?: string;
}

/**
 * A run as JUnit XML: findings are failures, what kept an exchange from being judged is an error, and what nobody wants
 * to count is skipped. One suite for each operation over each binding. Kept so narrow that it is valid against the
 * schema of Ant's formatter as well as against that of Jenkins: a test case has one child, and what a good one
 * has to say stands in the output of its suite.
 */
export function junitXml(results: Results): Masked {
  const sections = sectionsOf(results.requirements);
  const suites = new Map<string, Case[]>();
  for (const exchange of results.exchanges) {
    addTo(suites, partsOf(exchange.id).group, judgedCase(exchange, results, sections));
  }
  for (const one of results.notRun) addTo(suites, partsOf(one.id).group, leftOutCase(one));
  const incomplete = incompleteText(results);
  if (incomplete !== undefined) suites.set('run', [incompleteCase(incomplete, results)]);
  const properties = propertiesOf(results);
  const started = results.startedAt.slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
  const written = [...suites].map(([name, cases], index) =>
    suiteXml(name, cases, { index: String(index), properties, started }),
  );
  return ownText(`<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${written.join('')}</testsuites>\n`);
}

function judgedCase(exchange: ResultExchange, results: Results, sections: Sections): Case {
  const { id, verdict, durationMs, findings } = exchange;
  const sort = sortOf(exchange, results.gate);
  const seconds = durationMs / 1000;
  if (sort === 'good') {
    const said =
      findings.length === 0
        ? {}
        : { said: [`${verdict}  ${id}`, ...detailLines(exchange, sections)].join('\n') };
    return { xml: caseXml(id, seconds, ''), sort, seconds, ...said };
  }
  if (sort === 'skipped') {
    const child = `<skipped message="${attribute(`${verdict}: ${headline(exchange)}`)}"/>`;
    return { xml: caseXml(id, seconds, child), sort, seconds };
  }
  const type = sort === 'error' ? verdict : typeOf(exchange);
  const body = content([verdict, ...detailLines(exchange, sections)].join('\n'));
  const child = `<${sort} type="${attribute(type)}" message="${attribute(wholeHeadline(exchange))}">${body}</${sort}>`;
  return { xml: caseXml(id, seconds, child), sort, seconds };
}

function leftOutCase({ id, reason }: NotRun): Case {
  const child = `<skipped message="${attribute(`not run: ${reason}`)}"/>`;
  return { xml: caseXml(id, 0, child), sort: 'skipped', seconds: 0 };
}

function incompleteCase(why: string, { outcome }: Results): Case {
  const child = `<error type="${outcome}" message="${attribute(why)}"/>`;
  const xml = `<testcase classname="run" name="the run came to its end" time="0.000">${child}</testcase>\n`;
  return { xml, sort: 'error', seconds: 0 };
}

function caseXml(id: string, seconds: number, child: string): string {
  const { group, name } = partsOf(id);
  const start = `<testcase classname="${attribute(group)}" name="${attribute(name)}" time="${seconds.toFixed(3)}"`;
  return child === '' ? `${start}/>\n` : `${start}>${child}</testcase>\n`;
}

function suiteXml(
  name: string,
  cases: readonly Case[],
  { index, properties, started }: Readonly<Record<'index' | 'properties' | 'started', string>>,
): string {
  const count = (sort: Sort) => cases.filter((one) => one.sort === sort).length;
  const seconds = cases.reduce((sum, one) => sum + one.seconds, 0);
  const said = cases.flatMap((one) => one.said ?? []).join('\n\n');
  const counts = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
  return (
    `<testsuite id="${index}" package="postsms" name="${attribute(name)}" hostname="localhost"` +
    ` timestamp="${started}" ${counts} time="${seconds.toFixed(3)}">\n${properties}` +
    `${cases.map(({ xml }) => xml).join('')}<system-out>${content(said)}</system-out>\n<system-err/>\n</testsuite>\n`
  );
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

function attribute(text: string): string {
  return escapeAttribute(withoutForbidden(printable(text)));
}

/** Of lines whose control characters are visible already. */
function content(lines: string): string {
  return escapeText(withoutForbidden(lines));
}
