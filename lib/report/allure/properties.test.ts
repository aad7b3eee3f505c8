import { expect, it } from 'vitest';
import { toProperties } from './properties.ts';

it('keeps spaces of names, backslashes and line breaks of values from being read as anything else', () => {
  const written = toProperties({ 'Not run': 'C:\\new folder\nEvil = yes', Gate: 'must' });
  expect(written).toBe('Not\\ run = C:\\\\new folder\\nEvil = yes\nGate = must');
});
