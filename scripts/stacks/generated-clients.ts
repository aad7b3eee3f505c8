import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareWsdls, noticing } from '../../lib/clients/wsdl/compare-wsdls.ts';
import { describeWsdl } from '../../lib/clients/wsdl/describe-wsdl.ts';
import { readWsdl } from '../../lib/clients/wsdl/wsdl-document.ts';
import { wsdlEdits } from '../../suites/support/wsdl-edits.ts';

type RunTool = (
  command: string,
  args: readonly string[],
) => Promise<{ readonly ok: boolean; readonly output: string }>;

const PATH = '/liveb/postsms.asmx';
const ASKED = new URL(`https://gateway.example${PATH}?WSDL`);
/** The tools that run here, and their names in the words of `compare`. */
const TOOLS = { gsoap: 'gSOAP', mono: 'Mono wsdl', zeep: 'zeep', php: 'PHP SoapClient' } as const;

/** Why tools that run here do not notice a copy, or refuse it. */
const NOTES: Readonly<Record<string, string>> = {
  'operation over soap12 removed': 'PHP takes the first of the SOAP bindings',
  'type of a field of GET': 'only zeep reads the types of fields over GET',
  'minOccurs of the request':
    'gSOAP makes an optional member a pointer; the others leave out what is not given',
  'nillable of the request': 'Mono writes xsi:nil for null then; the others leave out what is not given',
  'two portTypes for one': 'svcutil and wsimport, which do not run here, make an interface of each',
  'name of a message': 'svcutil, which does not run here, names message contracts by it',
  documentation: 'it is in comments, which are left out here',
  asmx: 'zeep wants the schema of SOAP 1.1 encoding from the network, for lists over GET and POST',
};

/**
 * Generates clients of a WSDL and of its edited copies, and of WSDLs of others, and tells for each copy what `compare` says of
 * it beside what each tool made otherwise: code, or the bytes of its requests.
 */
export async function generatedClients(
  sources: string,
  folder: string,
  text: string,
  others: Readonly<Record<string, string>>,
  run: RunTool,
): Promise<string> {
  const edited = wsdlEdits.map(({ name, edit }) => [name, edit(text)] as const);
  const all = [['itself', text] as const, ...edited, ...Object.entries(others)];
  const folders = all.map(([, written], at) => {
    const place = join(folder, String(at));
    mkdirSync(place);
    writeFileSync(join(place, 'service.wsdl'), written);
    return place;
  });
  const compiled = join(folder, 'generate.exe');
  const how = ['-nologo', '-r:System.Web.Services', `-out:${compiled}`];
  const built = await run('mcs', [...how, join(sources, 'generate.cs')]);
  if (!built.ok) throw new Error(built.output);
  const gsoap = async () => {
    for (const place of folders) {
      const made = await run('wsdl2h', ['-o', join(place, 'gsoap'), join(place, 'service.wsdl')]);
      if (!made.ok) writeFileSync(join(place, 'gsoap'), 'refused');
    }
  };
  const ended = await Promise.all([
    gsoap(),
    run('mono', [compiled, ...folders]),
    run('/usr/bin/python3', [join(sources, 'generate.py'), ...folders]),
    run('php', [join(sources, 'generate.php'), ...folders]),
  ]);
  for (const end of ended) if (end && !end.ok) throw new Error(end.output);
  const lines = all.slice(1).map(([name, written], at) => {
    const differences = compareWsdls(sideOf(text), sideOf(written));
    const kinds = [...new Set(differences.map(({ kind }) => kind))].sort();
    const found = Object.entries(TOOLS).map(([tool, title]) => {
      return { title, change: changeOf(tool, folders[0] ?? '', folders[at + 1] ?? '') };
    });
    const noticed = found.filter(({ change }) => change !== '-').map(({ title }) => title);
    const told = new Set(differences.flatMap(({ field }) => noticing(field)));
    const expected = found.map(({ title }) => title).filter((title) => told.has(title));
    const isAsTold = kinds.includes('call') ? noticed.length > 0 : noticed.join() === expected.join();
    const shown = found.map(({ title, change }) => `${title} ${change}`).join(', ');
    const other = isAsTold ? '' : `; but told ${expected.join(', ') || 'none'}`;
    const note = NOTES[name] === undefined ? '' : ` (${NOTES[name]})`;
    return `${name}: ${kinds.join(', ') || 'the same'}; ${shown}${other}${note}\n`;
  });
  return lines.join('');
}

function sideOf(text: string) {
  const document = readWsdl(text);
  if (typeof document === 'string') throw new Error(document);
  return new Map([[PATH, describeWsdl([document], PATH, ASKED)]]);
}

/** Says what a tool made otherwise: nothing, its code, or its requests; one that refuses a WSDL does the last. */
function changeOf(tool: string, before: string, after: string): string {
  const read = (folder: string, name: string) => {
    const text = readFileSync(join(folder, name), 'utf8');
    // Comments name the time and quote documentation.
    return tool === 'gsoap'
      ? withoutComments(text)
      : text.replace(/^\s*\/\/.*\n/gm, '').replaceAll(folder, '');
  };
  const isOther = (name: string) => read(before, name) !== read(after, name);
  if (/^refused/m.test(read(after, tool))) return 'refuses';
  if (tool === 'gsoap' || tool === 'mono') return isOther(tool) ? 'code' : '-';
  if (isOther(`${tool}-sent`)) return /^refused/m.test(read(after, `${tool}-sent`)) ? 'refuses' : 'bytes';
  return isOther(tool) ? 'code' : '-';
}

function withoutComments(text: string): string {
  const code = text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/(?!gsoap).*$/gm, '')
    .replace(/\s\/\/\/?<.*$/gm, '');
  return code.replace(/\n\s*\n+/g, '\n');
}
