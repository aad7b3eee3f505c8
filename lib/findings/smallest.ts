import type { SmallestInput } from '../model/judging/finding.ts';
import { counted } from '../text/counted.ts';
import { valueText } from './value-text.ts';

/** Items of a list that are shown. */
const MOST_ITEMS = 3;

/** Returns the smallest input that shows a finding in words, with the number of characters or recipients it depends on. */
export function smallestText(inputs: readonly SmallestInput[]): string {
  return inputs.length === 0 ? 'any input' : inputs.map(inputText).join(', with ');
}

function inputText({ parameter, value, rightUpTo, isSingle }: SmallestInput): string {
  const thing = typeof value === 'string' ? 'character' : 'recipient';
  if (rightUpTo === undefined) return `${parameter} ${valueShown(value)}`;
  const more = isSingle ? `wrong at ${value.length} alone` : `wrong from ${value.length}`;
  const few = thing === 'character' && /[^a]/.test(value as string) ? `, such as ${valueShown(value)}` : '';
  return `${parameter} of ${counted(value.length, thing)}${few}: right up to ${rightUpTo}, ${more}`;
}

function valueShown(value: SmallestInput['value']): string {
  if (typeof value === 'string') return valueText([{ kind: 'text', text: value }]);
  const items = value.slice(0, MOST_ITEMS).map(valueShown);
  return `[${items.join(', ')}${value.length > MOST_ITEMS ? ', …' : ''}]`;
}
