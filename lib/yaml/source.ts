import type { Problem } from '../model/result.ts';

export type YamlPath = readonly (string | number)[];

/** A parsed YAML file that can say where each of its values appears. */
export interface YamlSource {
  readonly file: string;
  readonly value: unknown;
  /** What the YAML itself gets wrong: syntax, duplicate keys, unknown tags. */
  readonly problems: readonly Problem[];
  /** A problem at the value under `path`, or at its key with `at: 'key'`. */
  problem(path: YamlPath, text: ProblemText): Problem;
  /** The text of a scalar as it appears in the file, quotes included; empty for anything else. */
  written(path: YamlPath): string;
}

export interface ProblemText {
  readonly message: string;
  readonly at?: 'key' | 'value';
  readonly allowed?: readonly string[];
  /** What was written, to look for the nearest allowed value. */
  readonly given?: string;
}
