import type { ParameterValues } from '../../model/contract.ts';
import type { DeliveryResult } from '../../model/judging/reply.ts';
import type { Defect } from '../defect.ts';
import { editDeliveries } from '../values.ts';

interface NumberDefect {
  readonly id: string;
  readonly title: string;
  readonly requirement?: string;
  readonly onlyAffects?: true;
  readonly rules?: readonly string[];
  readonly cases?: readonly string[];
}

const perRecipient = { requirement: 'sends.delivery-result-per-recipient', rules: ['delivery/recipients'] };
const onceEach = { requirement: 'sends.delivery-result-once-each', rules: ['delivery/once-each'] };
const number = { requirement: 'delivery-result.gsm-number.meaning', rules: ['delivery/number'] };
const notation = { requirement: 'gaps.gsm-number-notation', rules: ['delivery/number-notation'] };
/** Where a number of the request is given twice, what is left of the list may still hold every recipient. */
const fewer = { rules: ['delivery/recipients', 'delivery/once-each'], cases: ['*/duplicates'] };
/** Where two numbers are read as one, the recipients are missing and their text is no number. */
const asOne = ['delivery/recipients', 'delivery/number'];

/** A bulk send whose answer lists other delivery results, while its report is right. */
function answered(
  named: NumberDefect,
  change: (deliveries: readonly DeliveryResult[]) => readonly DeliveryResult[],
): Defect {
  return {
    ...perRecipient,
    ...named,
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
    ...perRecipient,
    ...named,
    seam: 'request',
    change: (values): ParameterValues =>
      typeof values.GsmNumbers === 'object' ? { ...values, GsmNumbers: change(values.GsmNumbers) } : values,
  };
}

/** A service that writes the numbers in another way, or other numbers. */
function written(named: NumberDefect, change: (number: string) => string): Defect {
  return {
    ...perRecipient,
    ...named,
    seam: 'result',
    change: (packet) =>
      editDeliveries(packet, (delivery) => ({ ...delivery, GsmNumber: change(delivery.GsmNumber ?? '') })),
  };
}

/** Deviations in the recipients of a send. */
export const sendNumberDefects: readonly Defect[] = [
  answered(
    { id: 'bulk-drops-first', title: 'A bulk send says nothing about its first number', ...fewer },
    (list) => list.slice(1),
  ),
  answered(
    { id: 'bulk-repeats-first', title: 'A bulk send answers its first number twice', ...onceEach },
    (list) => [...list.slice(0, 1), ...list],
  ),
  answered(
    {
      id: 'bulk-first-everywhere',
      title: 'Every answer of a bulk send is for its first number',
      rules: ['delivery/recipients', 'delivery/once-each'],
    },
    (list) => list.flatMap(() => list.slice(0, 1)),
  ),
  answered({ id: 'bulk-one-more', title: 'A bulk send answers a number that nobody gave' }, (list) => [
    ...list,
    ...list.slice(-1).map((last) => ({ ...last, GsmNumber: '905320000000' })),
  ]),
  understood(
    { id: 'bulk-only-last', title: 'A bulk send goes to the last of its numbers only', ...fewer },
    (numbers) => numbers.slice(-1),
  ),
  understood(
    { id: 'bulk-only-first', title: 'A bulk send goes to the first of its numbers only', ...fewer },
    (numbers) => numbers.slice(0, 1),
  ),
  understood(
    {
      id: 'bulk-form-merges-numbers',
      title: 'The repeated fields of a form become one number, with commas, as ASP.NET reads a collection',
      rules: asOne,
      bindings: ['http-get', 'http-post'],
    },
    (numbers) => [numbers.join(',')],
  ),
  understood(
    {
      id: 'bulk-soap11-list-as-one',
      title: 'The list of a SOAP 1.1 request is read as one text',
      rules: asOne,
      bindings: ['soap11'],
    },
    (numbers) => [numbers.join('')],
  ),
  understood(
    {
      id: 'bulk-removes-duplicates',
      title: 'A number that is given twice gets one message',
      ...onceEach,
      cases: ['*/duplicates', '*/adjacent-duplicates'],
    },
    (numbers) => [...new Set(numbers)],
  ),
  understood(
    {
      id: 'bulk-at-most-fifty',
      onlyAffects: true,
      title: 'A bulk send goes to its first 50 numbers',
      cases: ['*/hundred-numbers'],
    },
    (numbers) => numbers.slice(0, 50),
  ),
  written({ id: 'numbers-masked', title: 'The last digits of a number are masked', ...number }, (text) =>
    text.replace(/.{1,4}$/, '****'),
  ),
  written(
    {
      id: 'numbers-other-country',
      title: 'A number comes back with another country code',
      rules: fewer.rules,
      cases: ['*/mixed-formats'],
    },
    (text) => text.replace(/^\+?90/, '49'),
  ),
  written(
    {
      id: 'numbers-longer',
      title: 'A number comes back with digits in front',
      rules: [...fewer.rules, 'delivery/number'],
      cases: ['*/number-format', '*/mixed-formats'],
    },
    (text) => `9${text}`,
  ),
  written({ id: 'numbers-empty', title: 'GsmNumber is empty', ...number }, () => ''),
  written({ id: 'numbers-last-digit-lost', title: 'A number loses its last digit' }, (text) =>
    text.slice(0, -1),
  ),
  written(
    { id: 'numbers-as-double', title: 'A number is written as a floating-point one', ...number },
    (text) => Number(text.replace(/\D/g, '')).toExponential(),
  ),
  written(
    { id: 'numbers-as-uri', title: 'A number is written as a tel URI', ...notation },
    (text) => `tel:${text}`,
  ),
  written({ id: 'numbers-dotted', title: 'A number is written with dots', ...notation }, (text) =>
    text.replace(/\d{3}(?=\d)/g, '$&.'),
  ),
];
