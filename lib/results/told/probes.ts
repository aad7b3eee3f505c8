import type { ExchangeRecord, Results } from '../../model/running/results.ts';
import { addTo } from '../../text/add-to.ts';
import { counted } from '../../text/counted.ts';

/** Different answers that the console tells; results.json has the answer to each probe. */
const MOST_TOLD = 10;

/** Characters of an answer's text on the console. */
const MOST_OF_TEXT = 60;

/** What came back to a probe in one line, such as `500 soap-fault Client "There is no such packet."`; empty for no probe. */
export function answerText(
  { status, answer }: Pick<ExchangeRecord, 'status' | 'answer'>,
  most = Number.POSITIVE_INFINITY,
): string {
  if (!answer) return '';
  const { kind, code, text } = answer;
  const shown = text.length > most ? `${text.slice(0, most)}…` : text;
  const said = shown === '' ? 'without a text' : JSON.stringify(shown);
  return [status ?? [], kind, code ?? [], said].flat().join(' ');
}

/** What came back to the probes of a run, as lines for a terminal: each answer with how many probes got it. */
export function probeLines({ exchanges }: Pick<Results, 'exchanges'>): readonly string[] {
  const probes = exchanges.filter(({ answer }) => answer !== undefined);
  if (probes.length === 0) return [];
  const byAnswer = new Map<string, string[]>();
  for (const probe of probes) addTo(byAnswer, answerText(probe, MOST_OF_TEXT), probe.id);
  const answers = [...byAnswer].sort(([, a], [, b]) => b.length - a.length);
  const lines = answers
    .slice(0, MOST_TOLD)
    .map(([text, [first = '', ...others]]) => `${others.length + 1} got ${text}: ${first}${more(others)}`);
  const rest = answers.length - lines.length;
  return [
    `probes        ${counted(probes.length, 'probe')} sent and never judged, ${counted(answers.length, 'different answer')}`,
    ...[...lines, ...(rest > 0 ? [`and ${rest} more in results.json`] : [])].map(
      (line) => `${' '.repeat(14)}${line}`,
    ),
  ];
}

function more(others: readonly string[]): string {
  return others.length === 0 ? '' : ` and ${others.length} more`;
}
