import type { ReadSetting } from '../effective.ts';
import type { Refused } from '../keys/kinds.ts';
import { variableOf } from '../names.ts';
import { readBaseUrl, shownUrl } from '../target-url.ts';
import {
  type Candidate,
  fileCandidate,
  flagCandidate,
  type Sources,
  variableCandidate,
} from './candidates.ts';
import { originText } from './origin.ts';

/** Where requests go, and the name that the file has for it, or null. */
export type ReadTarget = ReadSetting<string | null> & { readonly named: string | null };

/** Most likely a secret of a CI job that is not there: judging something else would be green, and of no worth. */
const EMPTY = `${variableOf('target')} is empty; set it to the URL of the target, or unset it to judge the embedded reference or the target of conformance.yaml`;

/** The target: a URL, or the name of one of the file's targets, whose URL it then is. */
export function readTarget(sources: Sources): ReadTarget {
  const empty = sources.environment[variableOf('target')] === '';
  if (empty && flagCandidate('target', sources) === null) return { ok: false, named: null, message: EMPTY };
  const chosen =
    flagCandidate('target', sources) ??
    variableCandidate('target', sources) ??
    fileCandidate('target', sources);
  if (chosen === null) return { ok: true, named: null, value: { value: null, origin: { kind: 'default' } } };
  if (!chosen.texts.ok) return refused(chosen, chosen.texts);
  const word = chosen.texts.value.at(-1) ?? '';
  const targets = sources.configuration?.targets ?? {};
  if (!Object.hasOwn(targets, word)) {
    const names = Object.keys(targets);
    return names.length === 0 || word.includes('/')
      ? readUrl(chosen, word, null)
      : refused(chosen, unknownTarget(word, names));
  }
  const named = fileCandidate('target', sources, word);
  if (named === null) throw new Error(`the schema let the target ${word} pass without a URL`);
  if (!named.texts.ok) return refused(named, named.texts);
  const origin = { ...named.origin, chosenBy: originText(chosen.origin) };
  return readUrl({ ...named, origin }, named.texts.value.at(-1) ?? '', word);
}

function readUrl(candidate: Candidate, url: string, named: string | null): ReadTarget {
  const base = readBaseUrl(url, '');
  if (!base.ok) return refused(candidate, { ok: false, why: base.message });
  return { ok: true, named, value: { value: base.url, origin: candidate.origin } };
}

function unknownTarget(word: string, names: readonly string[]): Refused {
  const why = `${JSON.stringify(shownUrl(word))} is neither a URL nor one of the targets ${names.join(', ')}`;
  return { ok: false, why, given: word, allowed: names };
}

function refused(candidate: Candidate, why: Refused): ReadTarget {
  return { ok: false, named: null, message: candidate.message(why) };
}
