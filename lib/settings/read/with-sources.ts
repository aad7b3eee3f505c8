import type { EffectiveSettings } from '../effective.ts';
import { originText } from './origin.ts';

const FILTER = /--(operation|binding|case|exclude|tag|level|values)(?=[ :])/g;

/**
 * A message about filters and values, which names their flags, with the sources that they really come from; and one that
 * misses a permission with the place of the one that does not count.
 */
export function withSources(message: string, effective: EffectiveSettings): string {
  const { origin: sends } = effective.sends;
  const permission =
    sends.kind === 'default' && sends.notOf !== undefined && message.includes('--sends allow')
      ? `\n${sends.notOf} is only for targets of that file`
      : '';
  return withFilters(message, effective) + permission;
}

function withFilters(message: string, effective: EffectiveSettings): string {
  return message.replace(
    FILTER,
    (flag, name: 'operation' | 'binding' | 'case' | 'exclude' | 'tag' | 'level' | 'values') => {
      const { origin } = effective[name];
      if (origin.kind === 'environment' || origin.kind === 'flag') return origin.name;
      return origin.kind === 'file' ? `${originText(origin)}: ${name}` : flag;
    },
  );
}
