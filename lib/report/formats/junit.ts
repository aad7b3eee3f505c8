import { sectionsOf } from '../../findings/finding-text.ts';
import { type DetailContext, detailLines, headline } from '../../findings/run/blocks.ts';
import type { Gate } from '../../model/contract.ts';
import { gravest } from '../../model/requirement.ts';
import type { Masked } from '../../model/running/masked.ts';
import type { ResultExchange, Results } from '../../model/running/results.ts';
import { ownText } from '../../secrets/mask.ts';
import { groupedBy } from '../../text/add-to.ts';
import { counted } from '../../text/counted.ts';
import { printable, withoutForbidden } from '../../text/printable.ts';
import { escapeAttribute, escapeText } from '../../wire/xml/escape.ts';
import { incompleteText, type Sort, sortOf } from './format-helpers.ts';

/** A test case of JUnit XML. */
export interface JunitCase {
  /** The name of its suite: operation and binding. */
  readonly group: string;
  readonly name: string;
  readonly sort: Sort;
  readonly seconds?: number;
  /** Why it is not simply good, in a sentence, of what type that is, and all that there is to say. */
  readonly message?: string;
  readonly type?: string;
  readonly text?: string;
}

/** A run as JUnit XML, one suite for each operation over each binding. */
export function junitXml(results: Results): Masked {
  const { suite, target, gate, outcome, exitCode, shard, startedAt } = results;
  const context = { ...results, sections: sectionsOf(results.requirements) };
  const message = incompleteText(results);
  const incomplete: readonly JunitCase[] =
    message === undefined
      ? []
      : [{ group: 'run', name: 'the run came to its end', sort: 'error', type: outcome, message }];
  const cases = [
    ...results.exchanges.map((exchange) => judgedCase(exchange, gate, context)),
    ...results.notRun.map(({ id, reason }) => {
      return { ...partsOf(id), sort: 'skipped', message: `not run: ${reason}` } as const;
    }),
    ...incomplete,
  ];
  return junitDocument(cases, startedAt, {
    suite: `${suite.name} ${suite.version}`,
    target: target.baseUrl,
    kind: target.kind,
    namespace: target.namespace,
    insecure: String(target.insecure),
    gate,
    outcome,
    exitCode: String(exitCode),
    ...(shard && { shard: `${shard.index} of ${shard.total}` }),
  });
}

/** Operation and binding, and the rest of an exchange's id, which is `<operation>/<case>/<binding>[/<variant>]`. */
function partsOf(id: string): Pick<JunitCase, 'group' | 'name'> {
  const [operation = '', name = '', binding = '', ...variant] = id.split('/');
  return { group: `${operation}.${binding}`, name: [name, ...variant].join('/') };
}

function judgedCase(exchange: ResultExchange, gate: Gate, context: DetailContext): JunitCase {
  const { id, verdict, durationMs, findings, title } = exchange;
  const sort = sortOf(exchange, gate);
  const judged = { sort, seconds: durationMs / 1000, ...partsOf(id) };
  if (sort === 'skipped') return { ...judged, message: `${verdict}: ${headline(exchange)}` };
  const lines = detailLines(exchange, context);
  if (sort === 'good') {
    return findings.length === 0 ? judged : { ...judged, text: [`${verdict}  ${id}`, ...lines].join('\n') };
  }
  const finding = verdict === 'fixed' ? undefined : gravest(findings);
  const message = [
    `${title === undefined ? '' : `${title}: `}${headline(exchange)}`,
    ...(finding ? [`expected ${finding.expected}`, `actual ${finding.actual}`] : []),
    ...(finding && findings.length > 1 ? [counted(findings.length - 1, 'more finding')] : []),
  ].join('; ');
  const type = sort === 'error' ? verdict : (finding?.rule ?? verdict);
  return { ...judged, type, message, text: [verdict, ...lines].join('\n') };
}

/**
 * Writes test cases as JUnit XML that is valid against the schemas of Ant and Jenkins: a test case has one child, and
 * what a good one has to say is in the output of its suite.
 *
 * @param startedAt as in ISO 8601
 */
export function junitDocument(
  cases: readonly JunitCase[],
  startedAt: string,
  properties: Readonly<Record<string, string>>,
): Masked {
  const written = Object.entries(properties).map(
    ([name, value]) => `<property name="${name}" value="${attribute(value)}"/>\n`,
  );
  const time = (some: readonly JunitCase[]) =>
    `time="${some.reduce((sum, { seconds = 0 }) => sum + seconds, 0).toFixed(3)}"`;
  const suites = [...groupedBy(cases, ({ group }) => group)].map(([name, own], index) => {
    const count = (sort: Sort) => own.filter((one) => one.sort === sort).length;
    const said = own.flatMap(({ sort, text }) => (sort === 'good' ? (text ?? []) : []));
    return `<testsuite id="${index}" package="postsms" name="${attribute(name)}" hostname="localhost" timestamp="${startedAt.slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}" tests="${own.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}" ${time(own)}>
<properties>
${written.join('')}</properties>
${own.map((one) => caseXml(one, time([one]))).join('')}<system-out>${content(said.join('\n\n'))}</system-out>
<system-err/>
</testsuite>
`;
  });
  return ownText(`<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}</testsuites>\n`);
}

function caseXml({ group, name, sort, type, message = '', text }: JunitCase, time: string): string {
  const start = `<testcase classname="${attribute(group)}" name="${attribute(name)}" ${time}`;
  if (sort === 'good') return `${start}/>\n`;
  const about = `${type === undefined ? '' : ` type="${attribute(type)}"`} message="${attribute(message)}"`;
  const child = text === undefined ? '/>' : `>${content(text)}</${sort}>`;
  return `${start}><${sort}${about}${child}</testcase>\n`;
}

/** Writes a text as an attribute value of JUnit XML. */
function attribute(text: string): string {
  return escapeAttribute(withoutForbidden(printable(text)));
}

/** Writes lines, whose control characters are visible already, as text of JUnit XML. */
function content(lines: string): string {
  return escapeText(withoutForbidden(lines));
}
