/** Texts as a file of Java properties: a backslash begins an escape, and a key ends at its first space, `=` or `:`. */
export function toProperties(values: Readonly<Record<string, string | undefined>>): string {
  const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  return Object.entries(values)
    .map(([key, value = '']) => `${escaped(key).replace(/[ =:]/g, '\\$&')} = ${escaped(value)}`)
    .join('\n');
}
