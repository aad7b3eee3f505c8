import { describe, expect, it } from 'vitest';
import { parseXml } from '../xml/parse.ts';
import { matrixOf } from './matrix.ts';
import { proofPage } from './page.ts';
import type { Subject, Trial } from './subject.ts';
import { requirement, subject, trial } from './testing.ts';

const rules = ['http/status', 'xml/encoding'];

/** Five defects and a twin, all of them as declared. */
const sound: readonly (readonly [Subject, Trial])[] = [
  ...['a', 'b', 'c', 'd'].map(
    (id) =>
      [
        subject(id, ['http/status']),
        trial(id, { 'http/status': ['X/y/soap11', 'X/y/soap12'] }, { broken: ['bindings.status'] }),
      ] as const,
  ),
  ...['e', 'f'].map(
    (id) => [subject(id, ['xml/encoding']), trial(id, { 'xml/encoding': ['X/y/soap11'] })] as const,
  ),
  [subject('t', [], 'twin'), trial('t', {}, { exchanges: 1 })],
];

function pageOf(trials: readonly (readonly [Subject, Trial])[]): string {
  const matrix = matrixOf(trials, rules, [requirement]);
  return proofPage(matrix, { full: false, seconds: 3, problems: matrix.problems, rules });
}

/** Text of what a reader sees, its white space as one space. */
const textOf = (part: string) => part.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

/** The row that has an id, or that begins with a rule. */
function rowOf(page: string, name: string): string {
  const row = page
    .split('<tr ')
    .find((one) => one.includes(` id="${name}"`) || one.includes(`scope="row"><code>${name}</code>`));
  return textOf((row ?? 'none').split('</tr>')[0]?.replace(/^[^>]*>/, '') ?? '').trim();
}

describe('the page of a proof that holds', () => {
  const page = pageOf(sound);

  it('says so on top, and shows nothing red', () => {
    expect(textOf(page)).toContain('every one is judged as declared');
    expect(textOf(page)).toContain('6 defects and 1 twin, each with the exchanges that can meet it, in 3 s');
    expect(page).not.toMatch(/class="(broken|problems)"/);
  });

  it('shows every rule with its killers, and names more than three on demand', () => {
    expect(rowOf(page, 'http/status')).toBe('http/status 4 killers their names a , b , c , d');
    expect(rowOf(page, 'xml/encoding')).toBe('xml/encoding 2 killers e , f');
    expect(page.match(/<summary>their names/g)).toHaveLength(1);
  });

  it('shows what every defect and twin tripped', () => {
    expect(rowOf(page, 'a')).toBe('a Title of a 4 exchanges http/status in 2 breaks 1 requirement');
    expect(rowOf(page, 't')).toBe('t Title of t 1 exchange no rule');
  });

  it('is one well-formed document in which every link leads somewhere and nothing is loaded', () => {
    expect(parseXml(page.replace('<!doctype html>', '')).kind).toBe('document');
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links).toHaveLength(9);
    expect(links.filter((id) => !page.includes(`id="${id}"`))).toEqual([]);
    expect(page).not.toMatch(/https?:|<script|url\(/);
  });
});

describe('the page of a proof that does not hold', () => {
  const silent = [subject('s', ['xml/encoding']), trial('s', {})] as const;
  const loud = [subject('l', []), trial('l', { 'http/status': ['X/y/soap11'] })] as const;
  const page = pageOf([...sound.slice(4), silent, loud]);
  const top = page.slice(0, page.indexOf('id="rules"'));

  it('has all that is wrong on top, requirements that nothing breaks first, every text as text', () => {
    const said = textOf(top);
    const wrong = [
      '4 problems',
      'Requirements that no defect breaks bindings.status The status is 200 &lt;OK&gt;.',
      'defect s: xml/encoding did not fire',
      'defect l: http/status fired, first in X/y/soap11',
      'rule http/status: fewer than 2 defects trip it',
      'requirement bindings.status: no defect breaks it',
    ];
    const places = wrong.map((text) => said.indexOf(text));
    expect(Math.min(...places)).toBeGreaterThan(0);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(said).not.toContain('as declared');
    expect(page).not.toContain('<OK>');
  });

  it('marks it in red where it stands: rule and defect', () => {
    expect(rowOf(page, 's')).toContain('xml/encoding did not fire');
    expect(rowOf(page, 'l')).toContain('http/status in 1 not declared');
    expect(page).toContain('<span class="broken"><b>1</b></span> killer<');
  });
});
