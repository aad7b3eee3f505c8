import { parseArgs } from 'node:util';
import { benchDefaultRun } from './bench/default-run.ts';
import { benchScale } from './bench/scale.ts';
import { openWorkshop } from './bench/workshop.ts';

// What a run costs, beside what cannot be saved of it. Everything that is compared is measured in the same run.

const { runs, sizes } = readArguments();
const workshop = await openWorkshop();
await benchDefaultRun(workshop, runs);
await benchScale(workshop, sizes, runs);

function readArguments() {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '3' },
      sizes: { type: 'string', default: '100,1000,10000' },
      /** 100,000 exchanges too, which takes some minutes. */
      large: { type: 'boolean', default: false },
    },
  });
  const given = values.sizes.split(',').filter((size) => size !== '');
  return {
    runs: wholeNumber('--runs', values.runs),
    sizes: [...given.map((size) => wholeNumber('--sizes', size)), ...(values.large ? [100_000] : [])],
  };
}

function wholeNumber(flag: string, text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new Error(`${flag} ${text}: it is a whole number from 1`);
}
