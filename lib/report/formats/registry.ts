import type { Masked } from '../../model/running/masked.ts';
import type { ResultFormat } from '../../model/running/report-format.ts';
import type { Results } from '../../model/running/results.ts';
import { badgeJson } from './badge.ts';
import { junitXml } from './junit.ts';
import { markdown } from './markdown.ts';
import { tapText } from './tap.ts';

/** How each format tells of a run. */
export const formats: Readonly<Record<ResultFormat, (results: Results) => Masked>> = {
  junit: junitXml,
  markdown: (results) => markdown(results),
  tap: tapText,
  badge: badgeJson,
};
