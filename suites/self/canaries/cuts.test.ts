import { expect, it } from 'vitest';
import { maskFor } from '../../../lib/secrets/mask.ts';
import { plantsOf } from './spellings.ts';

const tickets = ['Zq&7<w"K\'x+%/=ığŞ Ü😀pQ3>v~8mT', '7c9E6679-7425-40dE-944b-e07fc1f90aE7'];

/** A part of a spelling that gives little away, and in which a beginning may be there by chance. */
const SHOWN_AT_MOST = 0.25;

it.each(
  tickets.flatMap((ticket) => Object.entries(plantsOf(ticket)).map((plant) => [ticket, ...plant] as const)),
)('of the ticket %s, written as %s, a text that was cut anywhere shows little', (ticket, _, written) => {
  const mask = maskFor([ticket]);
  for (let kept = Math.ceil(written.length * SHOWN_AT_MOST); kept <= written.length; kept += 1) {
    // What begins an encoded word of mail says nothing.
    const shown = mask(`a ${written.slice(0, kept)}… b`).replace(/=\?utf-8\?[QB]\?(?=\*)/, '');
    expect(shown).toMatch(/^a .{0,4}\*\*\*… b$/s);
  }
});

it('a beginning that a target sends many thousand times is masked where the text is cut', () => {
  const [ticket = ''] = tickets;
  const text = `${ticket.slice(0, 20)} `.repeat(50_000);
  expect(maskFor([ticket])(`${text}…`)).toContain('***…');
});
