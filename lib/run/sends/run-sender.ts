import type { PreparedRun } from '../../model/running/prepared-run.ts';
import { guardedSender } from '../../wire/transport/guarded-sender.ts';
import { requestPace } from '../../wire/transport/pace.ts';
import { openSender } from '../../wire/transport/sender.ts';
import { budgetedSender } from './send-budget.ts';

/** Opens the connections of a run, with everything that its requests pass on their way to the wire. */
export function runSender(run: PreparedRun) {
  const pace = requestPace(run.rate);
  const wire = openSender(run.target.baseUrl, run);
  const counted = run.limits ? budgetedSender(wire, run.limits, run.contract) : wire;
  return { pace, sender: guardedSender(pace.paced(counted)) };
}
