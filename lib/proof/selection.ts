import type { Exchange } from '../model/exchange.ts';
import { matchesCase } from '../plan/select.ts';
import { meets, type Subject } from './subject.ts';

/** What every subject is tried with: each kind of call, alone and in chains, with one and with several numbers. */
const EVERYWHERE = ['*/canonical', '*/same-over-every-binding', '*/two-packets'];

/**
 * The exchanges that a subject is tried with: those of the small set and of its own patterns in which a call passes
 * its deviation. That they are enough is seen by a full trial, which runs all exchanges and must say the same.
 */
export function selectFor(subject: Subject, plan: readonly Exchange[]): readonly Exchange[] {
  const wanted = [...EVERYWHERE, ...subject.cases].map((pattern) => matchesCase(pattern));
  return plan.filter(
    (exchange) =>
      wanted.some((matches) => matches(exchange)) && exchange.steps.some((step) => meets(subject, step)),
  );
}
