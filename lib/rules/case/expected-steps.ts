import type { Exchange } from '../../model/exchange.ts';

/** Indices of the steps whose replies are asked for what the case expects. */
export function expectedSteps({ steps }: Pick<Exchange, 'steps'>): readonly number[] {
  const marked = steps.flatMap((step, index) => (step.expected ? [index] : []));
  return marked.length > 0 ? marked : [steps.length - 1];
}
