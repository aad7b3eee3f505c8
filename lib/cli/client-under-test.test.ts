import { expect, it } from 'vitest';
import type { EndedProgram } from '../run/target/programs.ts';
import { clientVerdict, ENDED_BY_USER } from './client-under-test.ts';

const works: EndedProgram = { code: 0, output: '', errors: '' };
const interrupted: EndedProgram = { code: null, output: '', errors: '', why: ENDED_BY_USER };
const WORKS = 'your client works with OLD and with NEW';
const now = { soap11: { declaration: '' } };

it('says that a client works with both styles where it ended by itself with both', async () => {
  const { failures, notes } = await clientVerdict(works, [], now, async () => works);
  expect([failures, notes]).toEqual([[], expect.arrayContaining([WORKS])]);
});

it('says nothing of the new style where its user interrupted the client', async () => {
  const { failures, notes } = await clientVerdict(works, [], now, async () => interrupted);
  expect([failures, notes]).toEqual([[], expect.not.arrayContaining([WORKS])]);
});
