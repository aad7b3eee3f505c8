import { readFileSync } from 'node:fs';
import type { Mistake } from './case-mistakes.ts';

const entry =
  '  - id: a.b\n    section: "1"\n    text: Something holds here.\n    binds: server\n    level: must\n';

function requirement(title: string, ...lines: readonly string[]): Mistake {
  return { title, text: `requirements:\n${entry}${lines.map((line) => `    ${line}\n`).join('')}` };
}

function changed(from: string, to: string, title: string): Mistake {
  return { title, text: `requirements:\n${entry.replace(from, to)}    rules: [http/status]\n` };
}

/** What can be wrong in the register of requirements. */
export const requirementMistakes: readonly Mistake[] = [
  requirement('neither rules nor excluded'),
  requirement('both rules and excluded', 'rules: [http/status]', 'excluded: it cannot be seen'),
  requirement('an unknown rule', 'rules: [http/statsu]'),
  requirement('an unknown key', 'rule: [http/status]'),
  requirement('a reason that is too short', 'excluded: no'),
  changed('id: a.b', 'id: A', 'an id that is none'),
  changed('"1"', '1.10', 'a section without quotes'),
  changed('"1"', '"0"', 'a section that there is not'),
  changed('server', 'servers', 'a side that there is not'),
  {
    title: 'an id twice, beside other mistakes',
    text: `requirements:\n${entry}    rules: [http/status]\n${entry}    rules: [http/none]\n  - id: c.d\n`,
  },
];

const builtIn = readFileSync(new URL('../../../cases/contract.yaml', import.meta.url), 'utf8').replace(
  /^#.*\n/gm,
  '',
);

function broken(title: string, from: string, to: string): Mistake {
  if (!builtIn.includes(from)) throw new Error(`the contract has no ${from}`);
  return { title, text: builtIn.replace(from, to) };
}

/** What can be wrong in a contract; each is the built-in one with one change. */
export const contractMistakes: readonly Mistake[] = [
  broken('an unknown key', 'packetResult:', 'packetresult:'),
  broken('a path base without its slash', 'path: /live/postsms.asmx', 'path: live/postsms.asmx'),
  broken('a binding that there is not', 'id: soap12', 'id: soap-12'),
  broken('a binding twice', 'id: soap12', 'id: soap11'),
  broken('an operation twice', '- name: SendBulkSms', '- name: ReportSingleShotSms'),
  broken('a parameter twice', '{ name: EndTime,', '{ name: BeginTime,'),
  broken('an echo of no field', 'echo: KeyID', 'echo: KeyId'),
  broken('a list without an item', ', item: EmSmsDeliveryResult', ''),
  broken('an item of a text', 'PacketStatus, type: string', 'PacketStatus, type: string, item: Status'),
  broken('a status that is text', 'status: 200', 'status: "200"'),
  broken('a status out of range', 'status: 200', 'status: 20'),
  broken('a soapAction that is text', 'soapAction: true', 'soapAction: "yes"'),
  broken('an element name that is none', 'element: EmPostSmsResult', 'element: Em PostSmsResult'),
  broken('a canonical text of a list', 'canonical: { numbers: 2 }', 'canonical: "905"'),
  broken('a canonical list of a text', 'canonical: POSTSMS', 'canonical: [POSTSMS]'),
  broken('three bindings', / {2}- id: http-post[\s\S]*?\n\n/.exec(builtIn)?.[0] ?? '?', '\n'),
];
