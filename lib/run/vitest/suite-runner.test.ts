import { expect, it } from 'vitest';
import SuiteRunner from './suite-runner.ts';

type Packs = Parameters<SuiteRunner['onTaskUpdate']>[0];
type Events = Parameters<SuiteRunner['onTaskUpdate']>[1];

interface Told {
  readonly declared: string;
  readonly allureRuntimeMessages?: string[];
  readonly exchange?: { readonly id: string };
}

const told = (id: string): Told => ({
  declared: `${id}.yaml:1:1`,
  allureRuntimeMessages: ['a request'],
  exchange: { id },
});

const newRunner = () => new SuiteRunner({ experimental: {} } as never);

const handOn = (runner: SuiteRunner, tests: Readonly<Record<string, Told>>, ended: readonly string[]) =>
  runner.onTaskUpdate(
    Object.entries(tests).map(([id, meta]) => [id, { state: 'pass' }, meta]) as unknown as Packs,
    ended.map((id) => [id, 'test-finished', undefined]) as unknown as Events,
  );

it('lets go of what a test told once it was handed on and something else after it', async () => {
  const runner = newRunner();
  const [first, second] = [told('first'), told('second')];
  await handOn(runner, { first }, ['first']);
  expect(first).toEqual(told('first'));
  await handOn(runner, { second }, ['second']);
  expect(first).toEqual({
    declared: 'first.yaml:1:1',
    allureRuntimeMessages: undefined,
    exchange: undefined,
  });
  expect(second).toEqual(told('second'));
});

it('keeps what a test told of whose end nobody knows yet', async () => {
  const runner = newRunner();
  const first = told('first');
  await handOn(runner, { first }, []);
  await handOn(runner, {}, []);
  await handOn(runner, { first }, ['first']);
  expect(first).toEqual(told('first'));
});
