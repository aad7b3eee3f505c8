import { sectionsOf } from '../../findings/finding-text.ts';
import { type DetailContext, detailLines, headline } from '../../findings/run/blocks.ts';
import type { Gate } from '../../model/contract.ts';
import { gravest } from '../../model/requirement.ts';
import type { Masked } from '../../model/running/masked.ts';
import type { ResultExchange, Results } from '../../model/running/results.ts';
import { distinct } from '../../results/causes.ts';
import { joinTexts, ours } from '../../secrets/mask.ts';
import { groupedBy } from '../../text/add-to.ts';
import { counted, fixed } from '../../text/counted.ts';
import { defined } from '../../text/defined.ts';
import { printable, withoutForbidden } from '../../text/printable.ts';
import { escapeAttribute, escapeText } from '../../wire/xml/escape.ts';
import { incompleteText, type Sort, sortOf } from './format-helpers.ts';

export interface JunitCase {
  /** The name of its suite: operation and binding. */
  readonly group: Masked;
  readonly name: Masked;
  readonly sort: Sort;
  readonly seconds?: number;
  /** Why it is not good, in a sentence; the type of that problem; and all details. */
  readonly message?: Masked;
  readonly type?: Masked;
  readonly text?: Masked;
  readonly properties?: Properties;
}

type Properties = readonly (readonly [name: Masked, value: Masked])[];

/** Characters of details, as programs that read JUnit XML take files of some megabytes; messages stay. */
const MOST_OF_DETAILS = 8_000_000;
const NO_ROOM = ours`left out: there is no room for more details; results.json has them`;

/** Returns a run as JUnit XML, one suite for each operation over each binding. */
export function junitXml(results: Results, propertiesOf?: (exchange: ResultExchange) => Properties): Masked {
  const { suite, target, gate, outcome, exitCode, shard, startedAt, notes = [] } = results;
  const context = { ...results, sections: sectionsOf(results.requirements) };
  const message = incompleteText(results);
  let room = MOST_OF_DETAILS;
  const withinRoom = (testCase: JunitCase): JunitCase => {
    room -= testCase.text?.length ?? 0;
    return testCase.text === undefined || room >= 0 ? testCase : { ...testCase, text: NO_ROOM };
  };
  const end = { group: ours`run`, name: ours`the run came to its end`, sort: 'error' } as const;
  const cases: readonly JunitCase[] = [
    ...results.exchanges.map((exchange) =>
      defined({ ...withinRoom(judgedCase(exchange, gate, context)), properties: propertiesOf?.(exchange) }),
    ),
    ...results.notRun.map((left) => {
      return { ...caseName(left), sort: 'skipped', message: ours`not run: ${left.reason}` } as const;
    }),
    ...(message === undefined ? [] : [{ ...end, type: ours`${outcome}`, message }]),
  ];
  return junitDocument(cases, startedAt, [
    [ours`suite`, ours`${suite.name} ${suite.version}`],
    [ours`target`, target.baseUrl],
    [ours`kind`, ours`${target.kind}`],
    [ours`namespace`, target.namespace],
    [ours`insecure`, target.insecure ? ours`true` : ours`false`],
    [ours`gate`, ours`${gate}`],
    [ours`outcome`, ours`${outcome}`],
    [ours`exitCode`, ours`${exitCode}`],
    ...notes.map((note) => [ours`note`, note] as const),
    ...(shard ? [[ours`shard`, ours`${shard.index} of ${shard.total}`] as const] : []),
  ]);
}

/**
 * Returns a run as JUnit XML whose test cases have properties, as the importers of Xray and TestRail read them; the
 * schemas of Ant and Jenkins allow none. Xray refuses a whole file for a `requirements` that is no key of Jira, so ids of
 * requirements are `tags`. What only the suite's own requests keep is no requirement of the target.
 * @param attachments paths of files that show the causes of the run
 */
export function junitWithProperties(results: Results, attachments: readonly Masked[] = []): Masked {
  const { tested, requirements, causes, clients } = results;
  const isShown = ({ binds }: Results['requirements'][number]) => binds === 'server' || clients === true;
  const sets = tested?.sets.map((set) => set.flatMap((place) => requirements[place] ?? []).filter(isShown));
  const setOf = new Map(
    results.exchanges.map(({ id }, place) => [id, sets?.[tested?.of[place] ?? -1] ?? []]),
  );
  const shown = new Set(causes.map(({ first }) => first));
  return junitXml(results, ({ id, title, level, findings, source: { file, line } }) => {
    const of = setOf.get(id) ?? [];
    const broken = findings.filter((finding) => finding.level !== 'gap');
    const each = (name: Masked, values: readonly Masked[]) =>
      distinct(values).map((value) => [name, value] as const);
    const facts: Properties = [
      [ours`sections`, joinTexts(distinct(of.map(({ section }) => section)), ',')],
      ...(level === undefined ? [] : [[ours`level`, ours`${level}`] as const]),
      ...each(
        ours`rule`,
        broken.map(({ rule }) => rule),
      ),
      ...each(
        ours`cause`,
        broken.flatMap(({ cause }) => cause ?? []),
      ),
      [ours`case`, ours`${file}:${line}`],
    ];
    const comment = joinTexts(
      facts.map(([name, value]) => ours`${name}: ${value}`),
      '; ',
    );
    const all: Properties = [
      [
        ours`tags`,
        joinTexts(
          of.map((requirement) => requirement.id),
          ',',
        ),
      ],
      ...facts,
      [ours`test_description`, title ?? ours``],
      [ours`testrun_comment`, comment],
      [ours`testrail_result_comment`, comment],
      ...(shown.has(id) ? each(ours`testrail_attachment`, attachments) : []),
    ];
    return all.filter(([, value]) => value !== '');
  });
}

/** Returns the suite of an exchange, and its name there: its case, and what its id has behind the binding. */
function caseName(exchange: Results['notRun'][number] | ResultExchange): Pick<JunitCase, 'group' | 'name'> {
  const { id, operation, case: name, binding } = exchange;
  const plain = ours`${operation}/${name}/${binding}`;
  const end = id.startsWith(plain) ? id.slice(plain.length) : ours`, as a client`;
  return { group: ours`${operation}.${binding}`, name: ours`${name}${end}` };
}

function judgedCase(exchange: ResultExchange, gate: Gate, context: DetailContext): JunitCase {
  const { id, verdict, durationMs, findings, title } = exchange;
  const sort = sortOf(exchange, gate);
  const judged = { sort, seconds: durationMs / 1000, ...caseName(exchange) };
  if (sort === 'skipped') return { ...judged, message: ours`${verdict}: ${headline(exchange)}` };
  const lines = detailLines(exchange, context);
  if (sort === 'good') {
    const text = joinTexts([ours`${verdict}  ${id}`, ...lines], '\n');
    return findings.length === 0 ? judged : { ...judged, text };
  }
  const finding = verdict === 'fixed' ? undefined : gravest(findings);
  const parts = [
    ours`${title === undefined ? '' : ours`${title}: `}${headline(exchange)}`,
    ...(finding ? [ours`expected ${finding.expected}`, ours`actual ${finding.actual}`] : []),
    ...(finding && findings.length > 1 ? [counted(findings.length - 1, 'more finding')] : []),
  ];
  const type = (sort === 'error' ? undefined : finding?.rule) ?? ours`${verdict}`;
  return { ...judged, type, message: joinTexts(parts, '; '), text: joinTexts([verdict, ...lines], '\n') };
}

/** Writes test cases as JUnit XML, valid against the schemas of Ant and Jenkins where they have no properties: each has one child. */
export function junitDocument(
  cases: readonly JunitCase[],
  startedAt: Masked,
  properties: Properties,
): Masked {
  const written = propertiesXml(properties);
  const time = (testCases: readonly JunitCase[]) => {
    const total = testCases.reduce((sum, { seconds = 0 }) => sum + seconds, 0);
    return ours`time="${fixed(total, 3)}"`;
  };
  const suites = [...groupedBy(cases, ({ group }) => group)].map(([name, testCases], index) => {
    const count = (sort: Sort) => testCases.filter((testCase) => testCase.sort === sort).length;
    const said = testCases.flatMap(({ sort, text }) => (sort === 'good' ? (text ?? []) : []));
    return ours`<testsuite id="${index}" package="postsms" name="${junitAttribute(name)}" hostname="localhost" timestamp="${startedAt.slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}" tests="${testCases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}" ${time(testCases)}>
${written}
${testCases.map((testCase) => caseXml(testCase, time([testCase])))}<system-out>${junitText(joinTexts(said, '\n\n'))}</system-out>
<system-err/>
</testsuite>
`;
  });
  return ours`<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites}</testsuites>\n`;
}

function propertiesXml(properties: Properties): Masked {
  const written = properties.map(
    ([name, value]) => ours`<property name="${name}" value="${junitAttribute(value)}"/>\n`,
  );
  return ours`<properties>\n${written}</properties>`;
}

function caseXml(testCase: JunitCase, time: Masked): Masked {
  const { group, name, sort, type, message = ours``, text, properties } = testCase;
  const start = ours`<testcase classname="${junitAttribute(group)}" name="${junitAttribute(name)}" ${time}`;
  const said = properties === undefined ? ours`` : propertiesXml(properties);
  if (sort === 'good') return said === '' ? ours`${start}/>\n` : ours`${start}>${said}</testcase>\n`;
  const about = ours`${type === undefined ? '' : ours` type="${junitAttribute(type)}"`} message="${junitAttribute(message)}"`;
  const child = text === undefined ? '/>' : ours`>${junitText(text)}</${sort}>`;
  return ours`${start}>${said}<${sort}${about}${child}</testcase>\n`;
}

function junitAttribute(text: Masked): Masked {
  return escapeAttribute(withoutForbidden(printable(text)));
}

/** Writes lines, whose control characters are visible already, as text of JUnit XML. */
function junitText(lines: Masked): Masked {
  return escapeText(withoutForbidden(lines));
}
