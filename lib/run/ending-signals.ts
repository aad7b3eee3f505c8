/** What ends a process by Ctrl-C, by a plain `kill`, and by a terminal that is closed. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
