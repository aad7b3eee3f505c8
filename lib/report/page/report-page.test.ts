import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  builtOf,
  findingOf,
  leftOf,
  planned,
  plannedExchanges,
  recordOf,
  recordWith,
  runOf,
} from '../../../suites/support/report.ts';
import { register } from '../../../suites/support/samples.ts';
import type { XmlElement } from '../../model/judging/document.ts';
import type { Verdict } from '../../model/judging/verdict.ts';
import type { ExchangeRecord, ResultFinding, ResultValues } from '../../model/running/results.ts';
import { ownText, ownWords } from '../../secrets/mask.ts';
import { parseXml } from '../../wire/xml/parse.ts';
import { expandedName, isElement, textOf } from '../../wire/xml/tree.ts';
import { reportPage, valuesSection } from './report-page.ts';

const resultsOf = (records: readonly ExchangeRecord[]) => builtOf(runOf(planned), records);

function pageOf(records: readonly ExchangeRecord[]): string {
  return reportPage(resultsOf(records));
}

const passing = planned.map((exchange) => recordOf(exchange));

/** The passing records, the first of them with findings. */
function failing(...findings: ExchangeRecord['findings']): readonly ExchangeRecord[] {
  return passing.map((record, place) => (place === 0 ? { ...record, verdict: 'failed', findings } : record));
}

const [must, other] = register.filter(({ level, excluded }) => level === 'must' && excluded === undefined);
const should = register.find(({ level, excluded }) => level === 'should' && excluded === undefined);
if (!must || !other || !should) throw new Error('too few requirements');

/** Every element of the page: read as XML, which no text that came alive and no element left open survives. */
function elementsOf(page: string): readonly XmlElement[] {
  const parsed = parseXml(page.replace('<!doctype html>', ''));
  if (parsed.kind !== 'document') throw new Error(JSON.stringify(parsed));
  return elementsIn(parsed.root);
}

/** An element and every element inside it. */
function elementsIn(element: XmlElement): readonly XmlElement[] {
  return [element, ...element.children.filter(isElement).flatMap(elementsIn)];
}

const attribute = (element: XmlElement, name: string) =>
  element.attributes.find(({ local }) => local === name)?.value;

/** All text inside an element. */
function textIn(element: XmlElement): string {
  return element.children.map((child) => (isElement(child) ? textIn(child) : child)).join('');
}

/** Text of each element that has an id, such as the row of a requirement. */
const rowsOf = (page: string) =>
  new Map(elementsOf(page).map((one) => [attribute(one, 'id') ?? '', textIn(one)] as const));

/** Ids that links inside an element lead to. */
function linksIn(page: string, id: string): readonly string[] {
  const element = elementsOf(page).find((one) => attribute(one, 'id') === id);
  const links = (element ? elementsIn(element) : []).flatMap((one) => attribute(one, 'href') ?? []);
  return links.map((link) => link.slice(1));
}

const rowOf = (page: string, id: string) => rowsOf(page).get(id) ?? '';

it('every requirement is an anchor once, to which links lead, and the page loads nothing and runs only its own script', () => {
  for (const records of [passing, failing(findingOf({ requirements: [must.id] })), []]) {
    const elements = elementsOf(pageOf(records));
    const ids = elements.flatMap((element) => attribute(element, 'id') ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    expect(register.filter(({ id }) => !ids.includes(id))).toEqual([]);
    const links = elements.flatMap((element) => attribute(element, 'href') ?? []);
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((link) => !ids.includes(link.slice(1)))).toEqual([]);
    const loading = ['link', 'img', 'iframe'];
    expect(
      elements.filter((one) => loading.includes(one.local) || attribute(one, 'src') !== undefined),
    ).toEqual([]);
    const scripts = elements.filter(({ local }) => local === 'script').map(textOf);
    const hashes = scripts.map((script) => `sha256-${createHash('sha256').update(script).digest('base64')}`);
    expect(hashes).toHaveLength(1);
    const policy = elements.find((one) => attribute(one, 'http-equiv') === 'Content-Security-Policy');
    expect(policy && attribute(policy, 'content')).toBe(
      `default-src 'none'; script-src '${hashes[0]}'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'`,
    );
    const style = elements.find(({ local }) => local === 'style');
    expect(style && textOf(style)).not.toMatch(/url\(|@import/);
  }
});

it('causes appear on top, the gravest first, and lead to the requirements that they break and back', () => {
  const page = pageOf(
    failing(
      findingOf({ requirements: [should.id], level: 'should', actual: 'surplus' }),
      findingOf({ requirements: [other.id], path: '/at/this', expected: 'this much', actual: 'less' }),
      findingOf({ requirements: [must.id] }),
    ),
  );
  const rows = rowsOf(page);
  const causeOf = (id: string) => /#(\d+) result\/field-once/.exec(rows.get(id) ?? '')?.[1] ?? 'none';
  const places = [other, must, should].map(({ id }) => page.indexOf(`id="cause-${causeOf(id)}"`));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places.at(-1)).toBeLessThan(page.indexOf('id="section-1"'));
  for (const one of [must, other, should]) {
    expect(linksIn(page, one.id)).toContain(`cause-${causeOf(one.id)}`);
    expect(linksIn(page, `cause-${causeOf(one.id)}`)).toEqual([one.id, 'x1']);
    expect(linksIn(page, 'x1')).toContain(`cause-${causeOf(one.id)}`);
    expect(rowOf(page, one.id)).toContain('broken');
  }
  const cause = rows.get(`cause-${causeOf(other.id)}`);
  const shown = ['failed', '/at/this', 'this much', 'less', planned[0]?.id ?? 'none', 'result/field-once'];
  for (const part of [...shown, 'write the field exactly once']) expect(cause).toContain(part);
  expect(rows.get(`cause-${causeOf(must.id)}`)).not.toContain('this much');
});

/** Texts of the elements of a class, each with the rest of its classes. */
const ofClass = (page: string, name: string) =>
  elementsOf(page).flatMap((one) => {
    const classes = (attribute(one, 'class') ?? '').split(' ');
    return classes.includes(name) ? [[classes.filter((each) => each !== name).join(' '), textIn(one)]] : [];
  });

it('a red page says its first cause in the headline, and names the others below', () => {
  const page = pageOf(
    failing(
      findingOf({ change: ownText('the last recipient is lost') }),
      ...['b', 'c', 'd', 'e', 'f', 'g', 'h'].map((change) =>
        findingOf({ actual: change, change: ownText(change) }),
      ),
    ),
  );
  const where = `(${planned[0]?.binding}; ${planned[0]?.steps[0]?.operation})`;
  expect(ofClass(page, 'outcome')).toEqual([['bad', `deviates: the last recipient is lost ${where}`]]);
  const named = ['b', 'c', 'd', 'e', 'f'].map((change) => `${change} ${where}\n`);
  expect(ofClass(page, 'top')).toEqual([['', `\n${named.join('')}and 2 more causes\n`]]);
  const causes = ['cause-2', 'cause-3', 'cause-4', 'cause-5', 'cause-6', 'causes'];
  const links = elementsOf(page)
    .filter((one) => attribute(one, 'class') === 'top')
    .flatMap(elementsIn);
  expect(links.flatMap((one) => attribute(one, 'href')?.slice(1) ?? [])).toEqual(causes);
});

it('a run that conforms is amber and counts what is broken of what follows from the contract', () => {
  const warned = (...changes: readonly string[]) =>
    passing.map((record, place) => {
      const findings = changes.map((change) =>
        findingOf({ level: 'should', requirements: [should.id], actual: change, change: ownText(change) }),
      );
      return place === 0 ? { ...record, verdict: 'warned' as const, findings } : record;
    });
  expect(ofClass(pageOf(passing), 'outcome')).toEqual([['good', expect.stringMatching(/^conforms \(/)]]);
  const [page, both] = [pageOf(warned('late')), pageOf(warned('late', 'lost'))];
  const text = expect.stringMatching(
    /^conforms to what the contract states; 1 thing that follows from it is/,
  );
  expect([ofClass(page, 'outcome'), ofClass(page, 'top')]).toEqual([[['doubtful', text]], []]);
  const [[, said] = []] = ofClass(both, 'outcome');
  expect(said).toContain('2 things that follow from it are broken');
  expect(ofClass(both, 'top')[0]?.[1]).toMatch(/^\nlate .*\nlost .*\n$/);
  // A warning that fails a run is a failure.
  const red = reportPage(builtOf({ ...runOf(planned), gate: 'should' }, warned('late')));
  expect(ofClass(red, 'outcome')).toEqual([['bad', expect.stringMatching(/^deviates: late \(/)]]);
  expect([ofClass(page, 'cause')[0], ofClass(red, 'cause')[0]]).toEqual([
    ['item warned', expect.stringContaining('#1 warned late')],
    ['item failed', expect.stringContaining('#1 failed late')],
  ]);
});

it('a legend says what the colours of the squares mean', () => {
  const verdicts: readonly Verdict[] = ['passed', 'warned', 'failed', 'observed'];
  const records = planned.map((exchange, index) => recordWith(verdicts[index % 4] ?? 'passed', exchange));
  const page = reportPage({ ...resultsOf(records), notRun: [leftOf('SendBulkSms/a/soap11')] });
  const legend = elementsOf(page).find((one) => attribute(one, 'class') === 'legend');
  const items = (legend ? elementsIn(legend) : []).slice(1);
  expect(items.map((one) => [attribute(one, 'class'), textIn(one).replace(/^\d+ /, '')])).toEqual([
    ['passed', 'passed'],
    ['failed', 'failed, against the contract'],
    ['warned', 'warned, against what follows from the contract'],
    ['observed', 'observed, left open by the contract'],
    [undefined, 'not run'],
  ]);
});

it("the server's requirements come first, and those of the suite's own requests are folded away", () => {
  const page = pageOf(passing);
  const own = elementsOf(page).find((element) => attribute(element, 'id') === 'own-requests');
  const inside = (own ? elementsIn(own) : []).flatMap((element) => attribute(element, 'id') ?? []);
  const sections = own ? elementsIn(own).filter((one) => attribute(one, 'class') === 'group') : [];
  expect(sections.length).toBeGreaterThan(1);
  for (const one of sections) expect([one.local, attribute(one, 'open')]).toEqual(['details', undefined]);
  for (const { id, binds } of register) expect([id, inside.includes(id)]).toEqual([id, binds === 'client']);
  const lastOfServer = register.findLast(({ binds }) => binds === 'server')?.id;
  expect(page.indexOf(`id="${lastOfServer}"`)).toBeLessThan(page.indexOf('id="own-requests"'));
});

it('findings that say the same are one cause, and a requirement leads to eight that differ', () => {
  const same = passing.map((record) => ({ ...record, findings: [findingOf({ requirements: [must.id] })] }));
  const failed = same.map((record) => ({ ...record, verdict: 'failed' as const }));
  const one = pageOf(failed);
  expect(rowOf(one, 'cause-1')).toContain(
    `${planned.length} exchanges (all bindings; SingleShotSmsWithTypeAndKeyID, SendBulkSms)`,
  );
  expect(linksIn(one, must.id)).toEqual(['cause-1']);
  expect(linksIn(one, 'cause-1')).toEqual([must.id, ...planned.map((_, index) => `x${index + 1}`)]);
  const many = [...'ABCDEFGHIJ'].map((letter) =>
    findingOf({ requirements: [must.id], actual: `n${letter}` }),
  );
  const page = pageOf(failing(...many));
  expect(linksIn(page, must.id)).toHaveLength(8);
  expect(rowOf(page, must.id)).toContain('and 2 more in results.json (10 findings)');
  expect(rowOf(page, 'cause-10')).toContain('nJ');
});

it('a requirement that is only affected stays held, and leads to what affects it', () => {
  const page = pageOf(failing(findingOf({ affected: [must.id], level: 'should' })));
  const row = rowOf(page, must.id);
  expect(row).toContain('held');
  expect(row).not.toContain('broken');
  expect(row).toContain('affected by #1 result/field-once (1 finding)');
  expect(rowOf(page, 'cause-1')).toContain(`affects ${must.id}`);
});

it('every exchange is a square with the colour of its verdict, and one that did not pass leads to its row', () => {
  const shown: readonly Verdict[] = ['passed', 'warned', 'observed', 'known-failure', 'blocked'];
  const results = resultsOf(
    planned.map((exchange, index) => recordWith(shown[index % shown.length] ?? 'passed', exchange)),
  );
  const elements = elementsOf(
    reportPage({
      ...results,
      notRun: [leftOf('SendBulkSms/a/soap11')],
    }),
  );
  const squares = elements
    .filter((one) => attribute(one, 'class') === 'squares')
    .flatMap(elementsIn)
    .filter((one) => ['a', 'i'].includes(one.local))
    .map((one) => attribute(one, 'class'));
  expect(squares.length).toBe(planned.length + 1);
  expect(squares.filter((tone) => tone === 'passed')).toHaveLength(4);
  expect(new Set(squares)).toEqual(new Set(['passed', 'warned', 'observed', 'known', 'stopped', undefined]));
  const table = elements.find((one) => attribute(one, 'class') === 'overview');
  expect(table && elementsIn(table).filter(({ local }) => local === 'td')).toHaveLength(16);
});

it('an explanation of several causes leads them', () => {
  const root = {
    ...{
      id: ownText('r1'),
      kind: 'shared-packet' as const,
      message: ownText('P7 was returned for 2 sends'),
      findings: 3,
    },
    ...{
      rule: ownText('result/field-once'),
      level: 'must' as const,
      exchanges: 2,
      verdicts: {},
      bindings: [],
      operations: [],
    },
    ...{ first: ownText(planned[0]?.id ?? ''), causes: ['c2', 'c1'].map(ownText) },
  } as const;
  const of = (rule: string, own: object) => findingOf({ rule, ...own });
  const results = resultsOf(
    failing(of('http/status', {}), of('result/field-once', {}), of('http/header', {})),
  );
  const follows = (one: ResultFinding) => (one.rule === 'http/header' ? one : { ...one, root: root.id });
  const exchanges = results.exchanges.map((one) => ({ ...one, findings: one.findings.map(follows) }));
  const page = reportPage({ ...results, exchanges, roots: [root] });
  const shown = elementsOf(page).find((one) => attribute(one, 'class') === 'root group');
  const text = shown ? textIn(shown) : '';
  expect(text).toContain('P7 was returned for 2 sends; 3 findings follow from it');
  expect(text).not.toContain('http/header');
  const places = ['result/field-once', '1 more cause from it', 'http/status'].map((part) =>
    text.indexOf(part),
  );
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
});

it('evidence shows the request and the reply with the place marked, and both commands', () => {
  const finding = findingOf({ requirements: [must.id], path: '/A/B' });
  const evidence = [
    {
      step: 0,
      request: ownText('GET /x HTTP/1.1'),
      reply: ownText('HTTP/1.1 200 OK\n\n<A><B>1</B></A>'),
      marks: [{ finding: 0, in: 'reply' as const, from: 20, to: 28 }],
      repeat: ownText('curl x'),
    },
  ];
  const records = failing(finding).map((one, index) =>
    index === 0 ? { ...one, evidence, repeat: ownText('curl of another step') } : one,
  );
  const elements = elementsOf(pageOf(records));
  const shown = elements.find((one) => attribute(one, 'class') === 'evidence');
  const texts = shown ? elementsIn(shown).filter(({ local }) => local === 'pre' || local === 'mark') : [];
  expect(texts.map(textIn)).toEqual([
    'GET /x HTTP/1.1',
    'HTTP/1.1 200 OK\n\n<A><B>1</B></A>',
    '<B>1</B>',
    'curl x',
    expect.stringMatching(/^postsms-conformance run --case \S+ --target http:\S+ --namespace \S+$/),
  ]);
});

it('stays below three megabytes whatever a target says, and says where the rest is', () => {
  const hostile = '"'.repeat(2_000);
  const long = ownText('"'.repeat(6_000));
  const records = plannedExchanges('*').map((exchange, index) => {
    const texts = { path: hostile, expected: hostile, actual: `${'b'.repeat(index + 1)}${hostile}` };
    const marks = [{ finding: 0, in: 'reply' as const, from: 0, to: 10 }];
    const evidence = [{ step: 0, request: long, reply: long, marks, repeat: long }];
    return recordOf(exchange, { verdict: 'failed', findings: [findingOf(texts)], repeat: 'c', evidence });
  });
  const page = reportPage(builtOf(runOf(plannedExchanges('*')), records));
  expect(Buffer.byteLength(page)).toBeLessThan(3_000_000);
  expect(page).toMatch(/There is no room for \d+ more causes: results.json has them all/);
  expect(page.endsWith('</body>\n</html>\n')).toBe(true);
});

it('each requirement shows its rules and wording, or why nothing tests it', () => {
  const page = pageOf(passing);
  expect(page).toContain('§4.3 SendBulkSms');
  const rows = rowsOf(page);
  for (const { id, text, rules, excluded } of register) {
    const row = rows.get(id) ?? '';
    expect([text, ...rules, excluded ?? ''].filter((part) => !row.includes(part))).toEqual([]);
  }
  const states = { gap: 'left open by the contract', must: 'excluded' } as const;
  for (const level of ['gap', 'must'] as const) {
    const one = register.find((entry) => entry.level === level && entry.excluded !== undefined);
    expect(rows.get(one?.id ?? '')).toContain(states[level]);
  }
});

it('a command whose line breaks a page cannot keep says so', () => {
  const repeat = ownText(`curl -sS 'a\r\nb'`);
  const records = failing(findingOf({ requirements: [must.id] })).map((one) => ({ ...one, repeat }));
  const shown = "a\\u{D}\\u{A}b' (line breaks as escapes here; byte for byte in results.json)";
  expect(reportPage(resultsOf(records))).toContain(shown);
});

it('a defect appears at the requirement that it breaks, and rules, cases and verdicts at what they judged', () => {
  const repeat = ownText(`curl -sS '${'x'.repeat(3_000)}'`);
  const records = failing(findingOf({ requirements: [must.id] })).map((one) => ({ ...one, repeat }));
  const results = resultsOf(records);
  const rows = rowsOf(reportPage(results));
  expect(rows.get('cause-1')).toContain(repeat);
  const proven = results.requirements.find(({ defects, cases }) => defects.length > 0 && cases.length > 0);
  if (!proven) throw new Error('no requirement with a defect and a case');
  const counts = Object.entries(proven.verdicts).map(([verdict, count]) => `${count} ${verdict}`);
  expect(counts.length).toBeGreaterThan(0);
  for (const part of [...proven.defects, ...proven.cases.slice(0, 12), ...counts]) {
    expect(rows.get(proven.id)).toContain(part);
  }
});

it('a hostile text of a target is text, in every part of a finding', () => {
  const hostile = `"'></td><script>alert(1)</script><img src=x onerror='a'>&amp;<!--]]>\u202e\u001b[31m`;
  const names = { field: hostile, parent: hostile };
  const texts = { path: `/${hostile}`, expected: hostile, actual: hostile, names };
  const page = pageOf(failing(findingOf({ requirements: [must.id], ...texts })));
  const shapeOf = (one: string) =>
    elementsOf(one).map((element) => [
      expandedName(element),
      ...element.attributes.map(({ local }) => local),
    ]);
  expect(shapeOf(page)).toEqual(shapeOf(pageOf(failing(findingOf({ requirements: [must.id] })))));
  expect(rowOf(page, 'cause-1')).toContain(
    `<script>alert(1)</script><img src=x onerror='a'>&amp;<!--]]>\\u{202E}`,
  );
  for (const raw of ['\u202e', '\u001b']) expect(page.includes(raw)).toBe(false);
});

it('what was not run appears there by reason, each exchange once', () => {
  const notRun = ['a', 'b', 'c<script>'].map((name, place) => {
    const reason = place === 2 ? 'it is another' : 'this exchange sends messages; --sends refuse forbids it';
    return leftOf(`SendBulkSms/${name}/soap11`, reason, place === 0 ? 'gap' : 'must');
  });
  const page = reportPage({ ...resultsOf(passing), notRun });
  const section = rowOf(page, 'not-run');
  expect(section).toContain('2: this exchange sends messages; --sends refuse forbids it');
  expect(section).toContain('SendBulkSms/a/soap11, SendBulkSms/b/soap11');
  expect(section).toContain('1: it is anotherSendBulkSms/c<script>/soap11');
  expect(pageOf(passing)).not.toContain('id="not-run"');
  expect(rowOf(pageOf(passing), 'causes')).toContain('Nothing failed');
});

it('the row of an exchange names the step that failed, and a command of a later step says what repeats all', () => {
  const finding = findingOf({ requirements: [must.id], step: 1 });
  const [report] = plannedExchanges('ReportSmsWithPacketId/canonical/soap11');
  const repeat = ownText('curl x');
  const evidence = [{ step: 1, request: ownText('POST'), reply: ownText('HTTP'), marks: [], repeat }];
  const record = recordOf(report, { verdict: 'failed', findings: [finding], evidence, repeat });
  const page = reportPage(builtOf(runOf([report]), [record]));
  expect(rowOf(page, 'x1')).toContain('failed HTTP 200 step 2 of 2 #1');
  expect(rowOf(page, 'cause-1')).toContain('The first holds values of that run, such as a PacketID');
  expect(pageOf(failing(findingOf({ requirements: [must.id] })))).not.toContain('The first holds values');
});

it('what the contract leaves open has a number where no requirement is about it, too', () => {
  const [failed, ...others] = failing(findingOf({ level: 'gap', requirements: [] }));
  if (!failed) throw new Error('no record');
  const page = pageOf([{ ...failed, verdict: 'observed' }, ...others]);
  expect(rowOf(page, 'x1')).toContain('#1 result/field-once');
});

it('an exchange is in the table where its gravest finding is, and exchanges of a cause are a list', () => {
  const report = planned.find(({ operation }) => operation === 'ReportSingleShotSms');
  if (!report) throw new Error('no report');
  const findings = [findingOf({ step: 0, level: 'should' })];
  const page = pageOf(
    planned.map((one) => recordOf(one, one === report ? { verdict: 'warned', findings } : {})),
  );
  const place = `${report.steps[0]?.operation}/${report.binding}`;
  expect(rowOf(page, place)).toContain(report.id);
  expect(rowOf(page, `ReportSingleShotSms/${report.binding}`)).not.toContain(report.id);
  expect(page).toMatch(new RegExp(`<li><a href="#x\\d+"><code>${report.id}</code>`));
});

it('the heading of a root does not repeat the title of the cause that shows it', () => {
  const times = [
    findingOf({ rule: 'report/send-date', level: 'should', change: ownText('SendDate is 3 h earlier') }),
    findingOf({ rule: 'delivery/time-order', level: 'should' }),
  ];
  const titles = elementsOf(pageOf(failing(...times)))
    .filter(({ local }) => local === 'h3')
    .map(textIn);
  expect(titles.filter((text) => text.includes('SendDate is 3 h earlier'))).toHaveLength(1);
  expect(titles).toContain('2 findings have one explanation');
});

const parameter = { operation: 'SendBulkSms', parameter: 'Message' };

it('values: shows what became of the classes by parameter and binding, and names what is wrong', () => {
  const values = ownWords<ResultValues<string>>({
    ...{ generated: 100, seed: 7, classes: ['tag', 'emoji', 'tab'] },
    fields: [
      { ...parameter, binding: 'soap11', held: ['tag', 'emoji', 'tab'] },
      {
        ...parameter,
        binding: 'http-get',
        broken: ['emoji'],
        brokenIn: ['SendBulkSms/values/http-get/emoji'],
        refused: ['tab'],
        notSent: ['tag'],
      },
    ],
  });
  const section = valuesSection(values, new Map([['SendBulkSms/values/http-get/emoji', ownText('x7')]]));
  expect(JSON.stringify(section)).toContain('href=\\"#x7\\"><code>emoji');
  const text = (typeof section === 'string' ? section : section.html)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
  expect(text).toBe(
    ' Classes of values 3 of them, by parameter and binding 100 more exchanges were drawn: --generate 100 --seed 7 parameter soap11 http-get SendBulkSms Message 3 held 1 broken emoji 1 refused tab 1 not sent, or not told apart ',
  );
});

it('values: is not there where no class was sent', () => {
  expect(valuesSection(undefined, new Map())).toBe('');
});
