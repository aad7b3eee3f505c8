import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibrate } from '../../lib/judge/calibrate.ts';
import { type JudgeContext, judgeContext } from '../../lib/judge/judge-context.ts';
import type { XmlElement, XmlNode } from '../../lib/model/judging/document.ts';
import { createHandler } from '../../lib/reference/handler.ts';
import { runExchange } from '../../lib/run/engine/run-exchange.ts';
import { runMemory } from '../../lib/run/engine/run-memory.ts';
import { resultValidator } from '../../lib/wire/xml/schema/result-schema.ts';
import { isElement } from '../../lib/wire/xml/tree.ts';
import { PROOF_NAMESPACE, senderTo } from '../proof/lab.ts';
import { meeting, type Subject, subjects } from '../proof/subject.ts';
import { planOf } from '../support/report.ts';
import { installedEngines } from '../support/schema-engines.ts';
import { folderWith, ran, resultsIn, spawnCommand } from './command.ts';

// No verdict may depend on the engine of the XML Schema. Where npm has installed both, they are compared for every
// reply; where it has installed one, as on Node 20, that one is held to the same lists of messages.

const canonical = { case: ['*/canonical'] };
const { declarations, exchanges } = planOf({ namespace: PROOF_NAMESPACE, ...canonical }, 'proof0');
const { contract, register } = declarations;
const target = { baseUrl: 'http://127.0.0.1:1', namespace: PROOF_NAMESPACE, kind: 'external' } as const;
const judge = await judgeContext(contract, target, register);
const judges = installedEngines.map(
  (engine): JudgeContext => ({
    ...judge,
    schemaEngine: engine.name,
    validateResult: resultValidator(engine, contract, PROOF_NAMESPACE),
  }),
);

const inData = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;

/** Every result element of the corpus. */
const results: XmlElement[] = [];

/** What a judge finds in the replies of a service that deviates; no socket is in between. */
async function findingsOf(subject: Subject, context: JudgeContext): Promise<readonly unknown[]> {
  const clock = () => new Date(Date.UTC(2024, 0, 1));
  const handler = createHandler({ contract, namespace: PROOF_NAMESPACE, clock, deviations: [subject] });
  const sender = senderTo(handler);
  const found: unknown[] = [];
  const memory = runMemory();
  const met = new Map(meeting(subject, exchanges).map((exchange) => [exchange.binding, exchange]));
  for (const exchange of met.values()) {
    const { judged, outcomes } = await runExchange(exchange, { kind: 'live', sender }, context, memory);
    for (const outcome of context === judges[0] ? outcomes : []) {
      if ('payload' in outcome) results.push(outcome.payload.element);
    }
    found.push([exchange.id, judged.verdict, judged.findings]);
  }
  return found;
}

/** What every engine says of a result element; they must say the same. */
function messagesOf(result: XmlElement): readonly string[] {
  const [first = [], ...others] = judges.map(({ validateResult }) => validateResult(result));
  for (const other of others) expect(other).toEqual(first);
  return first;
}

/** Every message about these results, once, without the names in it. */
function messagesAbout(all: readonly XmlElement[]): string {
  const general = all.flatMap(messagesOf).map((message) =>
    message
      .replace(/\{[^}]*\}/g, '')
      .replace(/^Element '\w+'/, 'Element')
      .replace(/\( .* \)/, '( … )'),
  );
  return `${[...new Set(general)].sort().join('\n')}\n`;
}

describe('every engine of the XML Schema', () => {
  it('is libxml2-wasm, and libxmljs2 where npm has installed it', () => {
    expect(installedEngines.map(({ name }) => name)).toContain('libxml2-wasm');
  });

  /** Options of Node with which libxmljs2 is this code. */
  const withLibxmljs2 = (code: string) => {
    const broken = pathToFileURL(join(folderWith({ 'libxmljs2.cjs': code }), 'libxmljs2.cjs')).href;
    const hook = `export const resolve = (name, context, next) =>
      name === 'libxmljs2' ? { url: '${broken}', shortCircuit: true } : next(name, context);`;
    const register = `import { register } from 'node:module'; register(${JSON.stringify(inData(hook))});`;
    return { NODE_OPTIONS: `--import=${inData(register)}` };
  };

  it('a libxmljs2 whose binary is no library is replaced by libxml2-wasm without a word', async () => {
    const environment = withLibxmljs2('process.dlopen(module, __filename);');
    const run = await ran(['--case', 'SendBulkSms/canonical'], environment, spawnCommand);
    expect(run.code).toBe(0);
    expect(run.said).not.toMatch(/libxml|NODE_|ELF|bindings/);
    expect(resultsIn(run.folder).calibration?.schemaEngine).toBe('libxml2-wasm');
  });

  it('so is a libxmljs2 whose binary is missing, or was built for another Node', async () => {
    const missing = 'Could not locate the bindings file. Tried:\\n → build/xmljs.node\\n → 12 more';
    const message = `${missing}\\nNODE_MODULE_VERSION 127. This version requires 115.\\n`;
    const { code, said } = await spawnCommand(['config'], withLibxmljs2(`throw new Error('${message}');`));
    expect([code, said]).toEqual([0, expect.stringMatching(/^schemaEngine +libxml2-wasm /m)]);
    expect(said).not.toMatch(/NODE_|ELF|bindings/);
  });

  it('lets the judge find the same in the replies of each defect and twin', async () => {
    for (const subject of subjects) {
      const found: (readonly unknown[])[] = [];
      for (const context of judges) found.push(await findingsOf(subject, context));
      for (const other of found) expect(other, subject.id).toEqual(found[0]);
    }
    expect(results.length).toBeGreaterThan(1_000);
    await expect(messagesAbout(results)).toMatchFileSnapshot('golden/schema-defects.txt');
  });

  it('lets the calibration end alike', () => {
    for (const context of judges) {
      const { schemaEngine } = context;
      expect(calibrate(context)).toEqual({ accepted: 16, rejected: 72, wrong: [], schemaEngine });
    }
  });

  it('says the same about results that were changed at random', async () => {
    const base = results[0];
    if (!base) throw new Error('no result');
    const changed = fc.sample(fc.array(change, { minLength: 1, maxLength: 3 }), {
      seed: 20_261_124,
      numRuns: 4_000,
    });
    const all = changed.map((changes) => changes.reduce((tree, change) => changeAt(tree, change), base));
    await expect(messagesAbout(all)).toMatchFileSnapshot('golden/schema-changes.txt');
    // Shapes that were accepted are not asked about again: a validator that has seen nothing finds the same.
    const [engine] = installedEngines;
    for (const changedElement of all.slice(0, 1_500)) {
      const afresh = engine && resultValidator(engine, contract, PROOF_NAMESPACE)(changedElement);
      expect(messagesOf(changedElement)).toEqual(afresh);
    }
  });
});

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const XSD = '{http://www.w3.org/2001/XMLSchema}';
const attribute = (local: string, value: string) => ({ uri: XSI, local, value });
const empty = { prefix: '', attributes: [], children: [] };

/** What is done to an element, and its place in document order. */
type ElementChange = readonly [place: number, edit: (element: XmlElement) => readonly XmlNode[]];

const change: fc.Arbitrary<ElementChange> = fc.tuple(
  fc.nat({ max: 11 }),
  fc.constantFrom<ElementChange[1]>(
    () => [],
    (element) => [element, element],
    (element) => [{ ...element, local: `${element.local}s` }],
    (element) => [{ ...element, uri: '' }],
    (element) => [{ ...element, uri: 'urn:a&b"<c> ş' }],
    (element) => [{ ...element, children: [...element.children].reverse() }],
    (element) => [{ ...element, children: [...element.children, ' text & <more> '] }],
    (element) => [
      { ...element, children: [...element.children, { ...empty, uri: element.uri, local: 'KeyID' }] },
    ],
    (element) => [{ ...element, children: [] }],
    (element) => [{ ...element, children: ['\u{1F600}ğ\r\n]]>'.repeat(400)] }],
    ...['true', '1', 'false', ' 1 ', 'yes'].map((value) => (element: XmlElement) => [
      { ...element, attributes: [attribute('nil', value)] },
    ]),
    ...['string', 'token', 'int', 'anyType', 'nosuch', 'a b', ''].map((type) => (element: XmlElement) => [
      { ...element, attributes: [attribute('type', `${XSD}${type}`)] },
    ]),
  ),
);

/** Changes the element at a place in document order; the root stays one element. */
function changeAt(root: XmlElement, [place, edit]: ElementChange): XmlElement {
  let at = -1;
  const visit = (node: XmlNode): readonly XmlNode[] => {
    if (!isElement(node)) return [node];
    at += 1;
    if (at === place) return edit(node);
    return [{ ...node, children: node.children.flatMap(visit) }];
  };
  const [changed] = visit(root).filter(isElement);
  return changed ?? { ...root, children: [] };
}
