/** What the patterns of cases/schema ask for, in words: nobody should have to read a regular expression. */
const meanings: Readonly<Record<string, string>> = {
  '^[a-z0-9]+(-[a-z0-9]+)*$': 'a slug: lower-case letters, digits and single hyphens between them',
  '^[A-Za-z_][A-Za-z0-9_-]*$': 'a name: a letter or _, then letters, digits, _ and -',
  '^[A-Za-z_][A-Za-z0-9_.-]*$':
    'the name of an element: a letter or _, then letters, digits, _, - and full stops',
  '^(?! )[A-Za-z0-9 -]{1,16}(?<! )$': 'a prefix of 1 to 16 letters, digits, hyphens and spaces between them',
  '^/[^?#\\s]+[^/?#\\s]$': 'a path base: it begins with /, does not end with one, and has no space, ? or #',
  '^[a-z0-9]+(-[a-z0-9]+)*(\\.[a-z0-9]+(-[a-z0-9]+)*)+$':
    'the id of a requirement: two or more slugs joined by full stops',
  '^\\$\\{(env|file):[^{}]+\\}$': `a reference, such as \${env:NAME} or \${file:path}`,
  '^\\+?[1-9][0-9]{6,14}$': 'a number with its country code, 7 to 15 digits and nothing else',
  '^https?://\\S+$': 'a link, such as https://tracker.example/42',
  '^\\d{4}-\\d{2}-\\d{2}$': 'a day, such as 2027-01-31',
  '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])$': 'a day, such as 2027-01-31',
  '^[0-9a-f]{64}$': 'a SHA-256 hash, 64 hexadecimal digits in lower case',
  '^[1-9](\\.[1-9])?$': 'a section of the contract, such as 2 or 4.1',
  '^c[1-9][0-9]*$': 'the id of a cause, such as c1',
};

/** Completes the sentence "… is not …"; a pattern without words of its own is only called a breach. */
export function patternMeaning(pattern: string): string {
  return meanings[pattern] ?? 'written as it must be here';
}

/** The patterns that have words. */
export const knownPatterns: readonly string[] = Object.keys(meanings);
