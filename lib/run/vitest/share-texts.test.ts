import { deserialize, serialize, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { shareTexts } from './share-texts.ts';

const MB = 1e6;

function heapMb(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed / MB;
}

it('texts that stand in a value a hundred times take the room of one, and the value is the same', () => {
  const text = 'x'.repeat(MB);
  const sent = Array.from({ length: 100 }, (_, index) => ({ id: `e${index}`, steps: [{ values: [text] }] }));
  const before = heapMb();
  const received = deserialize(serialize(sent)) as object;
  expect(heapMb() - before).toBeGreaterThan(90);

  shareTexts(received);

  expect(heapMb() - before).toBeLessThan(10);
  expect(received).toEqual(sent);
});
