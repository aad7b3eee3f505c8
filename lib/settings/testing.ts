/** What a PEM file looks like from outside. */
export function pemText(label: string, content = 'AAAA'): string {
  return `-----BEGIN ${label}-----\n${content}\n-----END ${label}-----\n`;
}
