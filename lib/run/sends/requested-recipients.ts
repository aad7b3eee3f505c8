import { readRequest } from '../../judge/read-request.ts';
import type { Contract, Operation } from '../../model/contract.ts';
import type { WireRequest } from '../../model/judging/wire.ts';
import { carriedParameters, operationElement } from '../../rules/request/read-back.ts';

/**
 * The numbers that a request has messages sent to, as it writes them, read from its bytes alone: whatever the plan
 * meant, this is what a gateway will do. None for a request that only asks for a report.
 * @throws Error where the bytes do not say which operation it is, or a send names no number
 */
export function requestedRecipients(request: WireRequest, contract: Contract): readonly string[] {
  const path = request.path.split('?', 1)[0] ?? '';
  const plain = contract.operations.find((one) => path.endsWith(`${one.path}/${one.name}`));
  const readBack = readRequest(request, plain === undefined);
  const name = plain?.name ?? operationElement(readBack)?.local;
  const operation = contract.operations.find((one) => one.name === name);
  const binding = contract.bindings.find((one) => (one.envelope === undefined) === (plain !== undefined));
  if (!operation || !binding) throw new Error('not sent: the request does not say which operation it is');
  if (operation.kind === 'report') return [];
  const names = recipientParameters(operation);
  const numbers = carriedParameters({ readBack, binding })
    .filter((carried) => names.some((one) => carried.name.replace(/^\{.*\}/, '') === one))
    .flatMap(({ texts }) => texts);
  if (numbers.length === 0) throw new Error(`not sent: the request for ${operation.name} names no number`);
  return numbers;
}

function recipientParameters({ parameters }: Operation): readonly string[] {
  return parameters.filter(({ role }) => role === 'recipients').map(({ name }) => name);
}
