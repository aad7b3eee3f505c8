import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Bindings that each generated variant is tried over. */
const BINDINGS = 4;

/**
 * Writes a folder of cases that make some number of exchanges: bulk sends of texts that are all different, over every
 * binding.
 * @param exchanges a multiple of four
 * @returns path of the folder
 */
export async function writeCases(parent: string, exchanges: number): Promise<string> {
  if (exchanges % BINDINGS !== 0) throw new Error(`${exchanges} exchanges are no multiple of ${BINDINGS}`);
  const folder = join(parent, `cases-${exchanges}`);
  await mkdir(folder, { recursive: true });
  const texts = Array.from({ length: exchanges / BINDINGS }, (_, index) => {
    return `        n${index}: 'Message ${index} of many, as long as such a text usually is, with ığüşöç'`;
  });
  const lines = [
    'operation: SendBulkSms',
    'cases:',
    '  - id: many',
    '    title: A bulk send returns a packet result',
    '    requirements: [operations.send-bulk-sms.purpose]',
    '    matrix:',
    '      text:',
    ...texts,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder of the case language
    "    with: { Message: '${text}' }",
  ];
  await writeFile(join(folder, 'many.yaml'), `${lines.join('\n')}\n`);
  return folder;
}
