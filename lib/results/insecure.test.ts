import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Handoff, MaskedRun } from '../model/running/handoff.ts';
import { allureConfig } from '../report/allure/allure-config.ts';
import { summaryText } from '../report/console/console.ts';
import { requirementsPage } from '../report/requirements/requirements-page.ts';
import { builtOf, plannedExchanges, recordOf, runOf } from '../report/testing.ts';
import { INSECURE } from './verdict-counts.ts';

const exchanges = plannedExchanges('SendBulkSms/canonical');
const records = exchanges.map((exchange) => recordOf(exchange));

function runTo(baseUrl: string, insecure: boolean): MaskedRun<Handoff> {
  const run = runOf(exchanges);
  return { ...run, target: { ...run.target, baseUrl }, transport: { ...run.transport, insecure } };
}

/** Everything that a run says about its target. */
function saidOf(run: MaskedRun<Handoff>) {
  const results = builtOf(run, records);
  return {
    insecure: results.target.insecure,
    console: stripVTControlCharacters(summaryText(run, records, results, [])),
    page: requirementsPage(results),
    allure: (allureConfig(results, 'history') as { readonly variables: object }).variables,
  };
}

describe('a target whose certificate was not verified', () => {
  it('is said to be so loudly, everywhere', () => {
    const said = saidOf(runTo('https://gateway.example/base', true));
    expect(said.insecure).toBe(true);
    expect(said.console).toContain(`\nINSECURE      ${INSECURE}\n`);
    expect(said.page).toContain(`<dt class="insecure">INSECURE</dt><dd class="insecure">${INSECURE}</dd>`);
    expect(said.allure).toMatchObject({ Target: 'https://gateway.example/base (external)', INSECURE });
  });

  it.each([
    ['https://gateway.example', false],
    ['http://gateway.example', true],
  ])('is none: %s with insecure %s', (baseUrl, insecure) => {
    const said = saidOf(runTo(baseUrl, insecure));
    expect(said.insecure).toBe(false);
    expect(said.console).not.toContain('INSECURE');
    expect(said.page).not.toContain('INSECURE');
    expect(said.allure).not.toHaveProperty('INSECURE');
  });
});
