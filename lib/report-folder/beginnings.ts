import type { ReportFormat } from '../model/running/report-format.ts';

/** How a file begins that a run has written in a format, so that a later run may write over it; others' do not begin so. */
export const beginnings: Readonly<Record<ReportFormat, RegExp>> = {
  junit:
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites>\n<(?:testsuite id="0" package="postsms"|\/testsuites>)/,
  markdown: /^## (?:✅|⚠️|❌) postsms-conformance: [a-z]+(?:, with \d+ known failures?)? \(gate [a-z]+\)\n/,
  tap: /^TAP version 14\n1\.\.\d+\n/,
  badge: /^\{\s*"schemaVersion": 1,\s*"label": "SMS contract",/,
};
