/** The flags of `run` as commander gives them: the settings among them as texts, see lib/settings. */
export interface RunFlags {
  readonly dryRun?: true;
  readonly writeKnown?: true;
  readonly watch?: true;
  readonly [setting: string]: unknown;
}
