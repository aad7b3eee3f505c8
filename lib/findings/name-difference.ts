interface Name {
  readonly uri: string;
  readonly local: string;
}

/** Returns the element names in a text of a finding, where `{uri}` before a name is its namespace. */
function namesIn(text: string): readonly Name[] {
  return [...text.matchAll(/(?:\{([^}]*)\})?([A-Za-z_][\w.-]*)/g)].map(([, uri = '', local = '']) => ({
    uri,
    local,
  }));
}

/**
 * In what the element that was expected differs from the nearest one that was found, where they are near enough to
 * be the same element written wrongly; names are given as rules write them.
 */
export function nameDifference(expected: string, actual: string): string | undefined {
  const wanted = /\{[^}]*\}[\w.-]+/.exec(expected)?.[0];
  const [name] = wanted === undefined ? [] : namesIn(wanted);
  if (!name) return undefined;
  const found = namesIn(actual).filter(({ local }) => local.toLowerCase() === name.local.toLowerCase());
  const near = found.find(({ local }) => local === name.local) ?? found[0];
  if (!near) return undefined;
  if (near.local !== name.local) {
    return `${near.local} is not ${name.local}: XML names are case-sensitive`;
  }
  return near.uri === name.uri ? undefined : `the name is right, ${namespaceDifference(name.uri, near.uri)}`;
}

function namespaceDifference(expected: string, actual: string): string {
  if (actual === '') return 'but it is in no namespace';
  if (actual === `${expected}/`) return 'but its namespace has an extra slash at the end';
  if (`${actual}/` === expected) return 'but its namespace lacks the slash at the end';
  if (actual.toLowerCase() === expected.toLowerCase()) return 'but its namespace differs in letter case';
  if (actual.replace(/^https:/, 'http:') === expected)
    return 'but its namespace begins with https instead of http';
  return 'but it is in another namespace, shown in braces';
}
