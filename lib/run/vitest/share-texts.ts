/**
 * Makes every text that stands in a value several times the same one, in place. A value that came from another process
 * has each of them anew: of many exchanges the names of operations, cases and requirements would be most of the plan.
 * @param value plain data without cycles
 */
export function shareTexts(value: object): void {
  share(value, new Map());
}

function share(value: object, texts: Map<string, string>): void {
  const fields = value as Record<string, unknown>;
  for (const key of Object.keys(fields)) {
    const field = fields[key];
    if (typeof field === 'object' && field !== null) share(field, texts);
    if (typeof field !== 'string') continue;
    const known = texts.get(field);
    if (known === undefined) texts.set(field, field);
    else fields[key] = known;
  }
}
