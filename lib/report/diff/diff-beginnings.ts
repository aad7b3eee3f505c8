/** How a file begins that a comparison of runs has written, so that a later one may write over it; others' do not begin so. */
export const diffBeginnings: Readonly<Record<'json' | 'markdown', RegExp>> = {
  json: /^\{\s*"schemaVersion": 1,\s*"outcome": "(?:held|newly-broken|less|not-comparable)",/,
  markdown: /^# (?:Held|Newly broken|Less|Not comparable): .*\n\n\| \| judged before \| judged now \|/,
};
