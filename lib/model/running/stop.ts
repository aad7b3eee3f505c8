/** Why a run does not take place, and the exit code that says so. */
export interface Stop {
  readonly ok: false;
  /** 2 wrong usage, 3 unreachable, 4 refused for safety, 5 a fault of the harness. */
  readonly exitCode: 2 | 3 | 4 | 5;
  readonly message: string;
}

export function stop(exitCode: Stop['exitCode'], message: string): Stop {
  return { ok: false, exitCode, message };
}
