const PLACEHOLDER =
  /^(?:undefined|null|NaN|none|nil|\(null\)|\[object \w+\]|array|(?:\w+:)?string|\?+|\$\{[\w.]+\}|\{\{[\w.]+\}\})$/i;

/** True if a text is what programs and tools write where a value is missing: `undefined`, `?` of SoapUI, `{{ticket}}` of Postman. */
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text);
}
