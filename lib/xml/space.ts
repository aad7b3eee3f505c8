/** Whether a UTF-16 unit is white space of XML: a space, a tab, a line feed or a carriage return. */
export function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0d;
}
