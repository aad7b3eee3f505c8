import type { BindingId } from '../../model/contract.ts';
import type { Defect } from '../defect.ts';
import { editEchoed } from '../values.ts';

export interface TextDefect {
  readonly id: string;
  readonly title: string;
  /** Cases whose texts the change harms; none where it harms every text. */
  readonly cases?: readonly string[];
  readonly onlyAffects?: true;
  readonly bindings?: readonly BindingId[];
  readonly change: (text: string) => string;
}

/** A service that harms the message before it is sent: the text that every delivery result shows is another one. */
export function textDefect({ change, ...named }: TextDefect): Defect {
  return {
    ...named,
    requirement: 'delivery-result.delivered-message.meaning',
    rules: ['delivery/texts'],
    seam: 'request',
    change: (values, call) => editEchoed(values, call, 'DeliveredMessage', change),
  };
}
