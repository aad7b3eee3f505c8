import { expect, it } from 'vitest';
import { contract } from '../cases/testing.ts';
import { openParameters } from './open-parameters.ts';

it('are those without a part in the service, each once', () => {
  expect(openParameters(contract)).toEqual([
    'Originator',
    'KeyID',
    'PostType',
    'BeginTime',
    'MessageType',
    'RecipientType',
    'EndTime',
  ]);
});
