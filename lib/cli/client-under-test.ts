import { type GatewayStyle, onlyProperties, type PropertyName, propertyNames } from '../readers/style.ts';
import { clientOutputFile } from '../report-folder/report-folder.ts';
import { type EndedProgram, endText, runToEnd } from '../run/target/programs.ts';
import { entriesOf } from '../text/defined.ts';
import { beginningOf, printableLines } from '../text/printable.ts';

/** Milliseconds that a client may take. */
const LIMIT = 600_000;

/** Starts of a client, the first with the old style included. */
const MOST_STARTS = 30;

/** Why a client was ended by its user; then nothing is known about it. */
export const ENDED_BY_USER = 'it was interrupted';

/** Starts a client with the URL of a listener in the place of `{url}`, and waits for its end. */
export async function runClient(
  command: readonly string[],
  url: string,
  signal: AbortSignal,
): Promise<EndedProgram> {
  const [program = '', ...args] = command.map((word) => word.replaceAll('{url}', url));
  return runToEnd([program, ...args], { limit: LIMIT, signal });
}

/** Starts a client on a reference that writes in these styles, one after the other. */
type StartClient = (styles: readonly GatewayStyle[]) => Promise<EndedProgram>;

interface ClientStart {
  readonly line: string;
  readonly printed: string;
}

/** Characters that are kept of what a start printed, on each of its outputs. */
const MOST_PRINTED = 100_000;

function clientStart(name: string, ended: EndedProgram): ClientStart {
  const texts = [ended.output, ended.errors].filter((text) => text.trim() !== '');
  const printed = texts.map((text) => beginningOf(text.trimEnd(), MOST_PRINTED));
  return { line: `${name}: ${endText(ended)}`, printed: printed.join('\n\n') };
}

/**
 * Starts a client, which works with the style of the old gateway, with that of the new one, and then with one property of the
 * new style at a time until it fails.
 * @returns the starts, and whether the client works with the new style, or why it fails; neither where it was interrupted
 */
async function tryNewStyle(old: readonly GatewayStyle[], now: GatewayStyle, start: StartClient) {
  const starts: ClientStart[] = [];
  const endWith = async (name: string, style: GatewayStyle) => {
    const ended = await start([...old, style]);
    starts.push(clientStart(`client with ${name} of NEW`, ended));
    return ended;
  };
  const whole = await endWith('all', now);
  if (!isFailure(whole)) return { starts, works: whole.code === 0 };
  for (const name of propertyNames.filter((property) => isOther(property, old, now))) {
    if (starts.length + 1 >= MOST_STARTS) break;
    const alone = await endWith(name, onlyProperty(now, name));
    if (isFailure(alone)) return { starts, because: `${name} (${endText(alone)})` };
  }
  return { starts, because: `several properties together (${endText(whole)})` };
}

const isFailure = ({ code, why }: EndedProgram) => code !== 0 && why !== ENDED_BY_USER;

/**
 * Says what became of a client: it fails, or works with the old style and fails with the new one.
 * @param ended undefined where no client was started
 * @param then style of the new gateway; null for none
 * @returns why it fails, notes about its starts, and what these printed, under the line about each
 */
export async function clientVerdict(
  ended: EndedProgram | undefined,
  styles: readonly GatewayStyle[],
  then: GatewayStyle | null,
  start: StartClient,
) {
  if (!ended) return { failures: [], notes: [] };
  const { code } = ended;
  const { starts, because, works } =
    then && code === 0 ? await tryNewStyle(styles, then, start) : { starts: [] };
  const all = [clientStart('client', ended), ...starts];
  const failures = [
    ...(code === 0 ? [] : [`your client failed: ${endText(ended)}`]),
    ...(because === undefined ? [] : [`your client works with OLD and fails with NEW: ${because}`]),
  ];
  const notes = [
    ...all.map(({ line }) => line),
    ...(works ? ['your client works with OLD and with NEW'] : []),
    `${clientOutputFile('')} has what the client printed`,
  ];
  const printed = all.map(({ line, printed }) => printableLines(`# ${line}\n\n${printed}\n`)).join('\n');
  return { failures, notes, printed };
}

/** True if a style has another value of a property than the styles before it. */
function isOther(name: PropertyName, old: readonly GatewayStyle[], now: GatewayStyle): boolean {
  return entriesOf(now).some(([binding, style]) => {
    const before = old.findLast((gateway) => gateway[binding]?.[name] !== undefined)?.[binding]?.[name];
    return style[name] !== undefined && JSON.stringify(style[name]) !== JSON.stringify(before);
  });
}

function onlyProperty(gateway: GatewayStyle, name: PropertyName): GatewayStyle {
  return Object.fromEntries(
    entriesOf(gateway).map(([binding, style]) => [binding, onlyProperties(style, [name])]),
  );
}
