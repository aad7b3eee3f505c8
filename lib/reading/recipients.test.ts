import { describe, expect, it } from 'vitest';
import { deliveryOrder, deliveryPlaces, recipientPlaces } from './recipients.ts';

describe('places of delivery results among the recipients', () => {
  const sent = ['905551112233', '905551112234', '905551112235'];

  it('finds a number that is written otherwise', () => {
    expect(recipientPlaces(['+90 555 111 22 35', '05551112234', '905551112233'], sent)).toEqual([2, 1, 0]);
  });

  it('gives each place to one delivery result', () => {
    const twice = ['905551112233', '905551112233'];
    expect(recipientPlaces([...twice, '905551112233'], twice)).toEqual([0, 1, -1]);
  });

  it('prefers the same text to another notation of the number', () => {
    expect(recipientPlaces(['5551112233', '905551112233'], ['905551112233', '5551112233'])).toEqual([1, 0]);
  });

  it('keeps the order where two notations of a number are written alike', () => {
    expect(recipientPlaces(['5551112233', '5551112233'], ['05551112233', '5551112233'])).toEqual([0, 1]);
  });

  it('takes the place that a delivery result has itself, or that of the same text, where a number has several', () => {
    const notations = ['5551112233', '905551112233', '05551112233'];
    expect(recipientPlaces(Array(3).fill('+905551112233'), notations)).toEqual([0, 1, 2]);
    expect(recipientPlaces(['905550000000', 'n/a', '', '05551112233'], notations)).toEqual([-1, -1, -1, 2]);
  });

  it('finds a short number, which may be the end of any', () => {
    expect(recipientPlaces(['112', '905551112233'], ['905551112233', '112'])).toEqual([1, 0]);
  });

  it('has no place for a number that was not sent, or is absent', () => {
    expect(recipientPlaces(['905559998877', '', 'n/a'], sent)).toEqual([-1, -1, -1]);
  });
});

describe('the order of delivery results', () => {
  const sent = ['905551112233', '905551112234', '905551112235'];
  const orderOf = (...found: readonly string[]) => deliveryOrder(deliveryPlaces(found, sent)).kind;

  it('is that of the recipients, also where some have no delivery result', () => {
    expect(orderOf(...sent)).toBe('in-order');
    expect(orderOf('905551112233', '905551112235')).toBe('in-order');
  });

  it('leaves the free places to delivery results of no recipient', () => {
    expect(deliveryPlaces([sent[0] ?? '', '***', '***'], sent)).toEqual([0, 1, 2]);
    expect(deliveryPlaces(['***', sent[0] ?? '', '***'], sent)).toEqual([1, 0, 2]);
  });

  it('is another where two of them changed places', () => {
    expect(orderOf('905551112234', '905551112233', '905551112235')).toBe('another-order');
    expect(orderOf('905551112235', '905551112233')).toBe('another-order');
  });

  it('is none that texts without a number show', () => {
    expect(orderOf('***', '***', '***')).toBe('in-order');
    expect(orderOf('***', '905551112234', '***')).toBe('in-order');
  });
});
