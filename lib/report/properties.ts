/** Texts as a file of Java properties, in which a backslash and a space of a key have a meaning. */
export function toProperties(values: Readonly<Record<string, string | undefined>>): string {
  const escaped = (text: string) => text.replace(/[\\ ]/g, '\\$&').replaceAll('\n', '\\n');
  return Object.entries(values)
    .map(([key, value = '']) => `${escaped(key)} = ${escaped(value)}`)
    .join('\n');
}
