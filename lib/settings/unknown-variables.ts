import { nearest } from '../text/nearest.ts';
import { settingNames } from './keys/index.ts';
import { CONFIG_VARIABLE, PREFIX, variableOf } from './names.ts';
import type { Environment } from './read/candidates.ts';
import type { Configuration, ConfigurationValues } from './read/load-configuration.ts';
import { variablesIn } from './read/references.ts';

/**
 * What is wrong with the names of variables: one that begins with POSTSMS_ and sets nothing is most likely a misspelt
 * one, and a run that did not see it would judge something else than was meant. Those to which the file refers are
 * the user's own.
 */
export function unknownVariables(
  environment: Environment,
  configuration: Configuration | null,
): readonly string[] {
  const known = [CONFIG_VARIABLE, ...settingNames.map(variableOf)];
  const own = configuration === null ? [] : textsOf(configuration).flatMap(variablesIn);
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name) && !own.includes(name))
    .sort()
    .map((name) => {
      // What all of them begin with says nothing about what was meant.
      const close = nearest(
        name.slice(PREFIX.length),
        known.map((one) => one.slice(PREFIX.length)),
      );
      const meant = close === undefined ? '' : `; did you mean ${PREFIX}${close}?`;
      return `${name} is not a setting${meant}`;
    });
}

function textsOf({ values, targets }: Configuration): readonly string[] {
  const all: readonly ConfigurationValues[] = [values, ...Object.values(targets)];
  return all
    .flatMap((one) => Object.values(one))
    .flatMap((value) => (typeof value === 'object' ? value : String(value)));
}
