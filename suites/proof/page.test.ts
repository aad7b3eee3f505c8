import { expect, it } from 'vitest';
import { parseXml } from '../../lib/wire/xml/parse.ts';
import { requirement, subject, trial } from '../support/proof.ts';
import { matrixOf } from './matrix.ts';
import { proofPage } from './page.ts';

const rules = ['http/status', 'xml/encoding'];
const killers = [
  ['a', 'http/status'],
  ['b', 'http/status'],
  ['e', 'xml/encoding'],
  ['f', 'xml/encoding'],
] as const;
const sound = killers.map(
  ([id, rule]) =>
    [
      subject(id, [rule]),
      trial(id, { [rule]: ['X/y/soap11', 'X/y/soap12'] }, { broken: ['bindings.status'] }),
    ] as const,
);
const twin = [subject('t', [], 'twin'), trial('t', {}, { exchanges: 1 })] as const;

function pageOf(trials: Parameters<typeof matrixOf>[0]): string {
  const matrix = matrixOf(trials, rules, [requirement]);
  return proofPage(matrix, { full: false, seconds: 3, problems: matrix.problems, rules });
}

/** Text of what a reader sees, its white space as one space. */
const textOf = (part: string) =>
  part
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** What a reader sees of a row. */
const rowOf = (page: string, id: string) =>
  textOf(new RegExp(`<tr role="row" id="${id}">.*?</tr>`, 's').exec(page)?.[0] ?? 'none');

it('a page of a proof that holds says so, with killers and what caught them, and nothing in red', () => {
  const page = pageOf([...sound, twin]);
  expect(textOf(page)).toContain(
    'every one is judged as declared 4 defects and 1 twin, each with the exchanges that can meet it, in 3 s',
  );
  expect(page).not.toMatch(/class="(?:broken|problems)"|https?:|<script|url\(/);
  expect(rowOf(page, 'http/status')).toBe('http/status 2 a , b');
  expect(rowOf(page, 'a')).toBe('a Title of a 4 exchanges http/status in 2');
  expect(rowOf(page, 't')).toBe('t Title of t 1 exchange');
  expect(parseXml(page.replace('<!doctype html>', '')).kind).toBe('document');
});

it('one of a proof that does not hold has all that is wrong on top, and in red at its place', () => {
  const silent = [subject('s', ['xml/encoding']), trial('s', {})] as const;
  const loud = [subject('<l>', []), trial('<l>', { 'http/status': ['X/y/soap11'] })] as const;
  const broken = [subject('h', []), trial('h', {}, { faults: ['it broke'] })] as const;
  const page = pageOf([silent, loud, broken]);
  const said = textOf(page.slice(0, page.indexOf('<main>')));
  for (const text of [
    '6 problems requirement bindings.status: no defect breaks it',
    'rule http/status: it catches fewer than 2 defects',
    'defect s: xml/encoding did not fire',
    'defect &lt;l&gt;: http/status fired, first in X/y/soap11',
  ]) {
    expect(said).toContain(text);
  }
  expect(said).not.toContain('as declared ');
  expect(rowOf(page, 's')).toContain('xml/encoding did not fire');
  expect(rowOf(page, '&lt;l&gt;')).toContain('http/status in 1, http/status fired, first in X/y/soap11');
  expect(rowOf(page, 'h')).toContain('it broke');
  expect(page).toContain('<span class="broken"><b>1</b></span>');
});
