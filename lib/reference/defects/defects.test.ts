import { expect, it } from 'vitest';
import { editedRequests } from '../../../suites/proof/requests/index.ts';
import { twins } from '../../../suites/proof/twins/index.ts';
import { contract } from '../../../suites/support/cases.ts';
import { defects, findDefect } from './registry.ts';

// That each defect is met, and by which rules, is what the proof shows; lib/reference/reference.test.ts shows scopes.

const operations = contract.operations.map(({ name }) => name);

it.each([
  ['services', [...defects, ...twins]],
  ['requests', editedRequests],
])('deviations of %s have slugs and titles of their own, and scopes that exist', (_, all) => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  for (const { id, title, operations: scope = [] } of all) {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(title, id).toMatch(/^[A-Z]/);
    expect(operations, id).toEqual(expect.arrayContaining([...scope]));
  }
});

it('every defect names rules, each once', () => {
  for (const { id, rules } of defects) {
    expect(rules.length, id).toBeGreaterThan(0);
    expect(new Set(rules).size, id).toBe(rules.length);
  }
});

it('a defect is found by its id', () => {
  expect(findDefect('doctype')?.rules).toEqual(['xml/no-dtd']);
  expect(findDefect('nothing')).toBeUndefined();
});
