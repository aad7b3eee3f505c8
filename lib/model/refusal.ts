/** Why a run does not take place, and the exit code that says so. */
export interface Refusal {
  readonly ok: false;
  /** 2 wrong usage, 3 unreachable, 4 refused for safety, 5 a fault of the harness. */
  readonly exitCode: 2 | 3 | 4 | 5;
  readonly message: string;
}

export function refusal(exitCode: Refusal['exitCode'], message: string): Refusal {
  return { ok: false, exitCode, message };
}
