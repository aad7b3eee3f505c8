import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { caseFilesIn } from '../cases/case-files.ts';
import { loadClients } from '../cases/load.ts';
import { dialectOf } from '../clients/dialect-of.ts';
import type { Client } from '../model/client.ts';
import type { Contract } from '../model/contract.ts';
import type { Result } from '../model/result.ts';
import type { Declarations } from '../model/running/prepared-run.ts';
import { reportFormats } from '../model/running/report-format.ts';
import { headerValue } from '../reading/headers.ts';
import { readRecording } from '../recording/read-recordings.ts';
import { isFolder } from '../report-folder/write-atomic.ts';
import type { Settings } from '../settings/run-settings.ts';
import { groupedBy } from '../text/add-to.ts';
import { counted } from '../text/counted.ts';
import { nearest } from '../text/nearest.ts';
import { slashed } from '../text/paths.ts';
import { reasonOf } from '../text/reason-of.ts';
import { firstProblems, formatProblem } from '../yaml/format-problem.ts';
import { needsPermission } from './sends/permission.ts';

interface ChosenClients {
  readonly clients: readonly Client[];
  readonly notes: readonly string[];
}

const WORDS = ['built-in', 'none'];

const RECORDING = reportFormats.har.file;

/** Dialects of a recording that are tried at most, the most frequent first. */
const MOST_DIALECTS = 200;

/** Characters of a User-Agent that name a client. */
const MOST_OF_NAME = 60;

const failed = (error: string) => ({ ok: false, error }) as const;

/** Returns the clients that the settings choose: the built-in ones, those of files, or those of recorded traffic. */
export function chosenClients(
  settings: Settings,
  { clients, contract }: Declarations,
): Result<ChosenClients, string> {
  const usual = needsPermission(settings) ? 'none' : 'built-in';
  const chosen = settings.clients.length > 0 ? settings.clients : [usual];
  const all: Client[] = chosen.includes('built-in') && settings.builtInCases ? [...clients] : [];
  const notes: string[] = [];
  for (const path of chosen.filter((name) => !WORDS.includes(name))) {
    const found = clientsIn(path, contract);
    if (!found.ok) return found;
    if (found.value.clients.length === 0)
      return { ok: false, error: `no client: ${found.value.notes.join('; ')}` };
    const taken = found.value.clients.find(({ id }) => all.some((client) => client.id === id));
    if (taken) return failed(`${path} has a client "${taken.id}", and so has another source of clients`);
    all.push(...found.value.clients);
    notes.push(...found.value.notes);
  }
  return { ok: true, value: { clients: all, notes } };
}

function clientsIn(path: string, contract: Contract): Result<ChosenClients, string> {
  if (!existsSync(path)) {
    const meant = nearest(path, WORDS);
    const allowed = `${WORDS.join(', ')}, or a path${meant ? `\n  did you mean: ${meant}` : ''}`;
    return failed(`${JSON.stringify(path)} is no file or folder\n  allowed: ${allowed}`);
  }
  if (/\.ya?ml$/i.test(path)) return declaredIn([path]);
  try {
    const files = isFolder(path) ? caseFilesIn(path) : [];
    if (files.length > 0) return declaredIn(files);
    if (isFolder(path) && !existsSync(join(path, RECORDING))) {
      return failed(`${path} has neither files of clients (.yaml) nor a ${RECORDING}`);
    }
    return trafficClients(path, contract);
  } catch (error) {
    return failed(`${path} cannot be read: ${reasonOf(error)}`);
  }
}

function declaredIn(files: readonly string[]): Result<ChosenClients, string> {
  const loaded = loadClients(files);
  if (!loaded.ok) return failed(firstProblems(loaded.error.map(formatProblem)));
  return { ok: true, value: { clients: loaded.value, notes: [] } };
}

/**
 * Makes a client of each dialect in recorded traffic, the most frequent first. Nothing but its way of writing is taken from the
 * recording: values, hosts, paths, cookies and credentials are not.
 */
export function trafficClients(path: string, contract: Contract): Result<ChosenClients, string> {
  const read = readRecording(path, contract);
  if (!read.ok) return read;
  const calls = read.value.entries.flatMap(({ recognised, request, inexact }) => {
    if (recognised.kind !== 'call') return [];
    const { call } = recognised;
    return [{ request, call, dialect: dialectOf({ request, call, inexact }) }];
  });
  const taken = calls.flatMap(({ dialect, ...recorded }) =>
    dialect.ok ? [{ ...recorded, dialect: dialect.value }] : [],
  );
  const groups = groupedBy(taken, ({ call, dialect }) => JSON.stringify([call.binding.id, dialect]));
  const byWeight = [...groups].toSorted(([, a], [, b]) => b.length - a.length);
  const clients = byWeight.slice(0, MOST_DIALECTS).map(([key, group]): Client => {
    const [{ request, call, dialect }] = group;
    const agent = headerValue(request.headers, 'user-agent').replace(/[^\x20-\x7e]/g, '');
    const name = agent.slice(0, MOST_OF_NAME) || 'a client without User-Agent';
    const operations = [...new Set(group.map((recorded) => recorded.call.operation.name))];
    return {
      // Known failures and accepted differences name it, whatever else is recorded.
      ...{ id: `traffic-${createHash('sha256').update(key).digest('hex').slice(0, 8)}` },
      ...{ title: `${name} (${counted(group.length, 'call')})`, version: 'recorded' },
      ...{ file: slashed(path), captured: path, wsdl: false },
      dialects: { [call.binding.id]: { operations, ...dialect } },
    };
  });
  const reasons = groupedBy(calls, ({ dialect }) => (dialect.ok ? undefined : dialect.error));
  const left = [...reasons].map(([why, { length }]) => `${length}: ${why}`);
  const kept = `${path}: ${counted(calls.length, 'call')} in ${counted(groups.size, 'dialect')}`;
  const beyond = groups.size > MOST_DIALECTS ? `, of which ${MOST_DIALECTS} are tried` : '';
  const others = left.length > 0 ? `; not made anew: ${left.join(', ')}` : '';
  return { ok: true, value: { clients, notes: [`${kept}${beyond}${others}`] } };
}
