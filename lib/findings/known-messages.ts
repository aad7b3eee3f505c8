import { knownMessage } from '../judge/rules/known-messages.ts';
import type { Finding, Value } from '../model/judging/finding.ts';
import type { TextChange } from '../reading/text-change.ts';
import { words } from '../text/finding-value.ts';
import texts from './texts.json' with { type: 'json' };
import { isKind, partsOf, valueText } from './value-text.ts';

/** The meaning of a difference or a message, and its name, by which advice is looked up. */
export interface Meaning {
  readonly name: string;
  readonly text: Value;
}

export type Meant = keyof typeof texts.meanings;

/** Returns a meaning, with values where its words leave room for them. */
export function meant(name: Meant, ...values: readonly Value[]): Meaning {
  return { name, text: words(texts.meanings[name].split('{}'), ...values) };
}

/** Returns the meaning of a change, in words. */
export function wordedChange({ kind, parameters }: TextChange): Meaning {
  return meant(kind, ...parameters);
}

/** Returns the meaning of a message of a server or a library, if it needs an explanation. */
export function meaningOfMessage({ rule, actual, about }: Pick<Finding, 'rule' | 'actual' | 'about'>) {
  // What a reply holds is neither a word nor a message.
  const said = partsOf(actual).map((part) =>
    typeof part === 'string' || isKind(part, 'message') ? valueText(part) : '',
  );
  const found = knownMessage(rule, about, [...said, said.join('')]);
  // The size of a body that was cut off.
  const sizes = partsOf(actual).filter((part) => isKind(part, 'count'));
  return found && meant(found, ...(found === 'cut-off-body' ? sizes : []));
}
