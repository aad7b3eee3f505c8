import { expect, it } from 'vitest';
import { register } from '../../../suites/support/judged.ts';
import { builtOf, findingOf, planned, recordOf, runOf } from '../../../suites/support/report.ts';
import type { XmlElement } from '../../model/judging/document.ts';
import type { ExchangeRecord } from '../../model/running/results.ts';
import { ownText } from '../../secrets/mask.ts';
import { parseXml } from '../../wire/xml/parse.ts';
import { expandedName, isElement, textOf } from '../../wire/xml/tree.ts';
import { requirementsPage } from './requirements-page.ts';

const resultsOf = (records: readonly ExchangeRecord[]) => builtOf(runOf(planned), records);

function pageOf(records: readonly ExchangeRecord[]): string {
  return requirementsPage(resultsOf(records));
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

const rowOf = (page: string, id: string) => rowsOf(page).get(id) ?? '';

it('every requirement is an anchor once, to which links lead, and the page has no script and loads nothing', () => {
  for (const records of [passing, failing(findingOf({ requirements: [must.id] })), []]) {
    const elements = elementsOf(pageOf(records));
    const ids = elements.flatMap((element) => attribute(element, 'id') ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    expect(register.filter(({ id }) => !ids.includes(id))).toEqual([]);
    const links = elements.flatMap((element) => attribute(element, 'href') ?? []);
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((link) => !ids.includes(link.slice(1)))).toEqual([]);
    const loading = ['script', 'link', 'img', 'iframe'];
    expect(
      elements.filter((one) => loading.includes(one.local) || attribute(one, 'src') !== undefined),
    ).toEqual([]);
    const style = elements.find(({ local }) => local === 'style');
    expect(style && textOf(style)).not.toMatch(/url\(|@import/);
  }
});

it('what is broken appears on top with what broke it, the gravest first, and is named in its section', () => {
  const page = pageOf(
    failing(
      findingOf({ requirements: [should.id], level: 'should' }),
      findingOf({ requirements: [other.id], path: '/at/this', expected: 'this much', actual: 'less' }),
      findingOf({ requirements: [must.id] }),
    ),
  );
  const places = [must, other, should].map(({ id }) => page.indexOf(`id="${id}"`));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places.at(-1)).toBeLessThan(page.indexOf('id="section-1"'));
  expect(page.match(new RegExp(`href="#${other.id}"`, 'g'))).toHaveLength(2);
  const shown = ['broken', '/at/this', 'this much', 'less', planned[0]?.id ?? 'none', 'result/field-once'];
  for (const part of shown) expect(rowOf(page, other.id)).toContain(part);
  expect(rowOf(page, must.id)).not.toContain('this much');
});

it("the server's requirements come first, and those of the suite's own requests are folded away", () => {
  const page = pageOf(passing);
  const folded = elementsOf(page).find((element) => attribute(element, 'id') === 'own-requests');
  const inside = (folded ? elementsIn(folded) : []).flatMap((element) => attribute(element, 'id') ?? []);
  expect(folded?.local).toBe('details');
  for (const { id, binds } of register) expect([id, inside.includes(id)]).toEqual([id, binds === 'client']);
  const lastOfServer = register.findLast(({ binds }) => binds === 'server')?.id;
  expect(page.indexOf(`id="${lastOfServer}"`)).toBeLessThan(page.indexOf('id="own-requests"'));
});

it('findings that say the same are shown once, and at most five that differ', () => {
  const same = passing.map((record) => ({ ...record, findings: [findingOf({ requirements: [must.id] })] }));
  expect(rowOf(pageOf(same), must.id)).toContain(`${planned.length} exchanges`);
  const many = [...'ABCDEFG'].map((letter) => findingOf({ requirements: [must.id], actual: `n${letter}` }));
  const row = rowOf(pageOf(failing(...many)), must.id);
  expect(row).toContain('nE');
  expect(row).not.toContain('nF');
  expect(row).toContain('and 2 more that differ');
});

it('a requirement that is only affected stays held, and says by what', () => {
  const row = rowOf(pageOf(failing(findingOf({ affected: [must.id], level: 'should' }))), must.id);
  expect(row).toContain('held');
  expect(row).not.toContain('broken');
  expect(row).toContain('affected by 1 finding');
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
  expect(requirementsPage(resultsOf(records))).toContain(shown);
});

it('a defect appears at the requirement that it breaks, and cases, verdicts and a command at what they judged', () => {
  const repeat = ownText(`curl -sS '${'x'.repeat(3_000)}'`);
  const records = failing(findingOf({ requirements: [must.id] })).map((one) => ({ ...one, repeat }));
  const results = resultsOf(records);
  const rows = rowsOf(requirementsPage(results));
  expect(rows.get(must.id)).toContain(repeat);
  const proven = results.requirements.find(({ defects, cases }) => defects.length > 0 && cases.length > 0);
  if (!proven) throw new Error('no requirement with a defect and a case');
  const counts = Object.entries(proven.verdicts).map(([verdict, count]) => `${count} ${verdict}`);
  expect(counts.length).toBeGreaterThan(0);
  for (const part of [...proven.defects, ...proven.cases, ...counts]) {
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
  expect(rowOf(page, must.id)).toContain(
    `<script>alert(1)</script><img src=x onerror='a'>&amp;<!--]]>\\u{202E}`,
  );
  for (const raw of ['\u202e', '\u001b']) expect(page.includes(raw)).toBe(false);
});

it('what was not run appears there by reason, each exchange once', () => {
  const notRun = ['a', 'b', 'c<script>'].map((id, place) => ({
    id: `SendBulkSms/${id}/soap11`,
    level: place === 0 ? ('gap' as const) : ('must' as const),
    reason: place === 2 ? 'it is another' : 'this exchange sends messages; --sends refuse forbids it',
  }));
  const page = requirementsPage({ ...resultsOf(passing), notRun });
  const section = rowOf(page, 'not-run');
  expect(section).toContain('2: this exchange sends messages; --sends refuse forbids it');
  expect(section).toContain('SendBulkSms/a/soap11, SendBulkSms/b/soap11');
  expect(section).toContain('1: it is anotherSendBulkSms/c<script>/soap11');
  for (const part of ['not-run', 'broken']) expect(pageOf(passing)).not.toContain(`id="${part}"`);
});
