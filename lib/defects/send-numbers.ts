import type { ParameterValues } from '../model/contract.ts';
import type { DeliveryResult } from '../model/reply.ts';
import type { Defect } from './defect.ts';
import { editDeliveries } from './values.ts';

interface NumberDefect {
  readonly id: string;
  readonly title: string;
  readonly requirement?: string;
  readonly cases?: readonly string[];
}

const perRecipient = 'sends.delivery-result-per-recipient';

/** A bulk send whose answer lists other delivery results, while its report is right. */
function answered(
  named: NumberDefect,
  change: (deliveries: readonly DeliveryResult[]) => readonly DeliveryResult[],
): Defect {
  return {
    requirement: perRecipient,
    ...named,
    rules: ['delivery/recipients'],
    operations: ['SendBulkSms'],
    seam: 'result',
    change: (packet) => ({ ...packet, deliveries: change(packet.deliveries) }),
  };
}

/** A bulk send that understands another list of numbers, and reports on that one. */
function understood(
  named: NumberDefect & Pick<Defect, 'bindings'>,
  change: (numbers: readonly string[]) => readonly string[],
): Defect {
  return {
    requirement: perRecipient,
    ...named,
    rules: ['delivery/recipients'],
    seam: 'request',
    change: (values): ParameterValues =>
      typeof values.GsmNumbers === 'object' ? { ...values, GsmNumbers: change(values.GsmNumbers) } : values,
  };
}

/** A service that writes the numbers in a way from which they cannot be told. */
function written(named: NumberDefect, change: (number: string) => string): Defect {
  return {
    ...named,
    requirement: 'delivery-result.gsm-number.meaning',
    rules: ['delivery/recipients'],
    seam: 'result',
    change: (packet) =>
      editDeliveries(packet, (delivery) => ({ ...delivery, GsmNumber: change(delivery.GsmNumber ?? '') })),
  };
}

/** Deviations in the recipients of a send. */
export const sendNumberDefects: readonly Defect[] = [
  answered({ id: 'bulk-drops-first', title: 'A bulk send says nothing about its first number' }, (list) =>
    list.slice(1),
  ),
  answered({ id: 'bulk-repeats-first', title: 'A bulk send answers its first number twice' }, (list) => [
    ...list.slice(0, 1),
    ...list,
  ]),
  answered(
    { id: 'bulk-first-everywhere', title: 'Every answer of a bulk send is for its first number' },
    (list) => list.flatMap(() => list.slice(0, 1)),
  ),
  answered({ id: 'bulk-one-more', title: 'A bulk send answers a number that nobody gave' }, (list) => [
    ...list,
    ...list.slice(-1).map((last) => ({ ...last, GsmNumber: '905320000000' })),
  ]),
  answered({ id: 'bulk-first-to-end', title: 'A bulk send answers its first number last' }, (list) => [
    ...list.slice(1),
    ...list.slice(0, 1),
  ]),
  understood({ id: 'bulk-only-last', title: 'A bulk send goes to the last of its numbers only' }, (numbers) =>
    numbers.slice(-1),
  ),
  understood(
    { id: 'bulk-only-first', title: 'A bulk send goes to the first of its numbers only' },
    (numbers) => numbers.slice(0, 1),
  ),
  understood(
    {
      id: 'bulk-form-merges-numbers',
      title: 'The repeated fields of a form become one number, with commas, as ASP.NET reads a collection',
      bindings: ['http-get', 'http-post'],
    },
    (numbers) => [numbers.join(',')],
  ),
  understood(
    {
      id: 'bulk-soap11-list-as-one',
      title: 'The list of a SOAP 1.1 request is read as one text',
      bindings: ['soap11'],
    },
    (numbers) => [numbers.join('')],
  ),
  understood(
    {
      id: 'bulk-sorts-numbers',
      title: 'A bulk send sorts its numbers',
      requirement: 'packet-result.delivery-results.order',
      cases: ['*/duplicates'],
    },
    (numbers) => numbers.toSorted(),
  ),
  understood(
    {
      id: 'bulk-removes-duplicates',
      title: 'A number that is given twice gets one message',
      cases: ['*/duplicates', '*/adjacent-duplicates'],
    },
    (numbers) => [...new Set(numbers)],
  ),
  understood(
    {
      id: 'bulk-at-most-fifty',
      title: 'A bulk send goes to its first 50 numbers',
      cases: ['*/hundred-numbers'],
    },
    (numbers) => numbers.slice(0, 50),
  ),
  written({ id: 'numbers-masked', title: 'The last digits of a number are masked' }, (number) =>
    number.replace(/.{1,4}$/, '****'),
  ),
  written({ id: 'numbers-other-country', title: 'A number comes back with another country code' }, (number) =>
    number.replace(/^\+?90/, '49'),
  ),
  written(
    { id: 'numbers-longer', title: 'A number comes back with digits in front' },
    (number) => `9${number}`,
  ),
  written({ id: 'numbers-empty', title: 'GsmNumber is empty' }, () => ''),
  written({ id: 'numbers-last-digit-lost', title: 'A number loses its last digit' }, (number) =>
    number.slice(0, -1),
  ),
  written({ id: 'numbers-as-double', title: 'A number is written as a floating-point one' }, (number) =>
    Number(number.replace(/\D/g, '')).toExponential(),
  ),
  written({ id: 'numbers-as-uri', title: 'A number is written as a tel URI' }, (number) => `tel:${number}`),
];
