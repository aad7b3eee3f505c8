import type { ExchangeRecord, Results } from '../../model/running/results.ts';
import { addTo } from '../../text/add-to.ts';
import { counted, someOf } from '../../text/counted.ts';

/** Different answers that are told; results.json has the answer to each probe. */
const MOST_TOLD = 10;

/** Characters of an answer's text in a line. */
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

/** What came back to the probes of a run: each answer with how many probes got it. */
export function probeLines({ exchanges }: Pick<Results, 'exchanges'>): readonly string[] {
  const probes = exchanges.filter(({ answer }) => answer !== undefined);
  if (probes.length === 0) return [];
  const byAnswer = new Map<string, string[]>();
  for (const probe of probes) addTo(byAnswer, answerText(probe, MOST_OF_TEXT), probe.id);
  const answers = [...byAnswer].sort(([, a], [, b]) => b.length - a.length);
  const rest = answers.length - MOST_TOLD;
  return [
    `${counted(probes.length, 'probe')} sent and never judged, ${counted(answers.length, 'different answer')}`,
    ...answers.slice(0, MOST_TOLD).map(([text, ids]) => `${ids.length} got ${text}: ${someOf(ids, 1)}`),
    ...(rest > 0 ? [`and ${rest} more in results.json`] : []),
  ];
}
