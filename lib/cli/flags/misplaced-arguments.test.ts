import { describe, expect, it } from 'vitest';
import { misplacedArguments } from './misplaced-arguments.ts';

const tooMany = (command: string) =>
  `error: too many arguments for '${command}'. Expected 0 arguments but got 1.\n`;
const none = () => ({});

describe('a word too many', () => {
  const start = { npm_lifecycle_event: 'start' };

  it.each([
    ['run', { npm_config_gate: 'true' }, '--gate'],
    ['run', { npm_config_known: 'true', npm_config_write_known: 'true' }, '--known, --write-known'],
    ['config', { npm_config_rate: 'true' }, '--rate'],
    ['diff', { npm_config_json: 'true' }, '--json'],
    ['diff', { npm_config_markdown: 'true' }, '--markdown'],
  ])('of %s is the value of a flag that npm took', (command, taken, flags) => {
    expect(misplacedArguments(tooMany(command), none, { ...start, ...taken })).toBe(
      `npm took ${flags} for itself; put -- before the arguments: npm start -- ${command} …`,
    );
  });

  it('is only that where npm took none, or where none of the command', () => {
    expect(misplacedArguments(tooMany('run'), none, start)).toBeUndefined();
    expect(misplacedArguments(tooMany('run'), none, { npm_config_gate: 'true' })).toBeUndefined();
    expect(misplacedArguments(tooMany('diff'), none, { ...start, npm_config_gate: 'true' })).toBeUndefined();
    const given = () => ({ gate: 'should' });
    expect(misplacedArguments(tooMany('run'), given, { ...start, npm_config_gate: 'true' })).toBeUndefined();
  });
});

it('what cannot be listed is the value of a flag that npm took', () => {
  const text = "error: command-argument value '1/2' is invalid for argument 'what'. It is one of cases.\n";
  const taken = { npm_lifecycle_event: 'start', npm_config_shard: 'true' };
  expect(misplacedArguments(text, none, taken)).toContain(
    'npm took --shard for itself; put -- before the arguments: npm start -- list',
  );
  expect(misplacedArguments(text, none, {})).toBeUndefined();
});

describe('a run too few to compare', () => {
  const missing = "error: missing required argument 'new'\n";

  it.each(['json', 'markdown'])('was taken by --%s for its file', (name) => {
    expect(misplacedArguments(missing, () => ({ [name]: 'old.json' }), {})).toBe(
      `--${name} took "old.json" as its file, so one run is missing; write diff OLD NEW --${name}, or diff OLD NEW --${name} FILE`,
    );
  });

  it('is only that where no flag took one, and of other commands', () => {
    expect(misplacedArguments(missing, () => ({ json: true }), {})).toBeUndefined();
    expect(
      misplacedArguments("error: missing required argument 'id'\n", () => ({ json: 'x' }), {}),
    ).toBeUndefined();
  });
});
