import { checkSettings } from '../run/run-settings.ts';
import { type Mask, maskFor } from '../secrets/mask.ts';
import { secretsOf } from '../settings/reach.ts';
import type { FoundSettings } from '../settings/read-settings.ts';
import { originText } from '../settings/sources.ts';
import type { SettingName } from '../settings/table.ts';
import { settingKeys, settingNames } from '../settings/table.ts';
import { columns } from '../text/columns.ts';
import type { ShownFlags, Told } from './setting-flags.ts';

/** `config`: the settings that a run would have, masked, with where each comes from. */
export async function configCommand({ flags, io, found, refuse }: Told<ShownFlags>): Promise<number> {
  const { maskNumbers, sends } = found.value;
  const mask = maskFor(secretsIn(found), maskNumbers ? sends.recipients : []);
  io.stdout.write(flags.json ? asJson(found, mask) : asTable(found, mask));
  const checked = checkSettings(found);
  return checked.ok ? 0 : refuse(checked);
}

/** What may stand in a value besides its own place, such as a folder that is named after a ticket. */
function secretsIn({ value, effective }: FoundSettings): readonly string[] {
  // What is written in the source of this program is no secret.
  return effective.ticket.origin.kind === 'default' ? secretsOf({ ...value, ticket: '' }) : secretsOf(value);
}

type Shown = string | number | boolean | null | readonly string[];

function shownOf<Name extends SettingName>(name: Name, { effective }: FoundSettings): Shown {
  const { show } = settingKeys[name];
  const { value } = effective[name];
  return show === undefined ? (value as Shown) : show(value);
}

function maskedIn(value: Shown, mask: Mask): Shown {
  if (typeof value === 'string') return mask(value);
  return typeof value === 'object' && value !== null ? value.map(mask) : value;
}

function asJson(settings: FoundSettings, mask: Mask): string {
  const entries = settingNames.map((name) => [
    name,
    { value: maskedIn(shownOf(name, settings), mask), from: settings.effective[name].origin },
  ]);
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

function asTable(settings: FoundSettings, mask: Mask): string {
  const rows = settingNames.map((name) => {
    const value = maskedIn(shownOf(name, settings), mask);
    const shown = typeof value === 'object' && value !== null ? value.join(', ') : String(value ?? '');
    return [name, shown === '' ? '-' : shown, originText(settings.effective[name].origin)];
  });
  return `${columns(rows).join('\n')}\n`;
}
