import { checkSettings } from '../run/check-settings.ts';
import { maskAll, maskFor } from '../secrets/mask.ts';
import { defaultSettings, secretsOf } from '../settings/run-settings.ts';
import { originText } from '../settings/sources.ts';
import { type SettingKey, settingKeys, settingNames } from '../settings/table.ts';
import { columns } from '../text/counted.ts';
import { schemaEngine } from '../wire/xml/schema/schema-engine.ts';
import type { Invocation } from './usage.ts';

/** `config`: the settings that a run would have, masked, with where each comes from. */
export async function configCommand({ flags, io, found, refuse }: Invocation<{ readonly json?: true }>) {
  const { value: settings, effective } = found;
  const { maskNumbers, sends } = settings;
  // A secret may be part of another value, such as a folder that is named after a ticket.
  const secrets = secretsOf(settings).filter((secret) => secret !== defaultSettings.ticket);
  const mask = maskFor(secrets, maskNumbers ? sends.recipients : []);
  const all = settingNames.map((name) => {
    const { show = (value) => value as string } = settingKeys[name] as SettingKey<unknown>;
    const { value, origin } = effective[name];
    // The defaults are those of the embedded reference.
    const isMissing =
      settings.target !== null && origin.kind === 'default' && (name === 'namespace' || name === 'ticket');
    return { name, value: isMissing ? null : maskAll(show(value), mask), origin };
  });
  const engine = { value: (await schemaEngine()).name, from: { kind: 'packages' } };
  if (flags.json) {
    const entries = all.map(({ name, value, origin }) => [name, { value, from: origin }]);
    io.stdout.write(`${JSON.stringify({ ...Object.fromEntries(entries), schemaEngine: engine }, null, 2)}\n`);
  } else {
    const rows = all.map(({ name, value, origin }) => {
      const shown = Array.isArray(value) ? value.join(', ') : String(value ?? '');
      return [name, shown === '' ? '-' : shown, originText(origin)];
    });
    rows.push(['schemaEngine', engine.value, 'installed packages']);
    io.stdout.write(`${columns(rows).join('\n')}\n`);
  }
  const checked = checkSettings(found);
  return checked.ok ? 0 : refuse(checked);
}
