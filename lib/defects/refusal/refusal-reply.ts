import type { Call, HttpReply } from '../../reference/index.ts';
import type { HttpRequest } from '../../reference/seams.ts';
import { refusal } from '../../reference/write/http-reply.ts';
import { writePlainError } from '../../reference/write/write-plain.ts';
import { writeFault } from '../../reference/write/write-soap.ts';
import type { Defect } from '../defect.ts';

/** A server that does not take what the contract lets a client send. */
export interface Refusal
  extends Pick<Defect, 'id' | 'title' | 'requirement' | 'onlyAffects' | 'bindings' | 'operations' | 'cases'> {
  /** 500, a fault over SOAP, where nothing is said. */
  readonly status?: number;
  readonly headers?: HttpReply['headers'];
  /** Which requests of its scope are refused; all where absent. */
  readonly when?: (request: HttpRequest, call: Call) => boolean;
}

/** The refusal as a defect: a reply without a result, of which only the status can be judged. */
export function refuses({ status = 500, headers = [], when = () => true, ...named }: Refusal): Defect {
  return {
    ...named,
    rules: ['http/status'],
    seam: 'arrival',
    change: (request, call) => {
      if (!when(request, call)) return null;
      const reply = status === 500 ? failureOf(call) : refusal(status, 'This request is refused.');
      return { ...reply, headers: [...reply.headers, ...headers] };
    },
  };
}

/** Status 500 as the binding words it. */
function failureOf({ contract, binding }: Call): HttpReply {
  const text = 'This request is refused.';
  const { envelope, ...rest } = contract.bindings.find(({ id }) => id === binding) ?? {};
  if (envelope === undefined || !('response' in rest)) return writePlainError(text);
  return writeFault({ code: 'sender', text }, { ...rest, envelope }, envelope);
}

/** The body as text. */
export function bodyOf({ body }: HttpRequest): string {
  return Buffer.from(body).toString('utf8');
}

/** Query string or form body, still encoded. */
export function fieldsOf(request: HttpRequest): string {
  return request.method === 'GET' ? request.target.split('?').slice(1).join('?') : bodyOf(request);
}
