import { describe } from 'vitest';
import { edit, type Given, resultPath, sendOf, silent, tells } from '../../../../suites/support/judged.ts';

const single = 'SingleShotSmsWithTypeAndKeyID';
const bulk = resultPath('SendBulkSms', 'soap11');

function wrong(at: string, field: string, expected: string, actual: string, parameter = field): string {
  const rule = field === 'DeliveredMessage' ? 'delivery/texts' : 'delivery/echo';
  const path = `${at}/${field}: expected ${JSON.stringify(expected)}; actual ${actual}`;
  return `${rule} should ${path} (field: ${field}, parameter: ${parameter})`;
}

describe('delivery/echo', () => {
  const singles = `${resultPath(single, 'soap11')}/DeliveryResults/EmSmsDeliveryResult`;
  const exchanged = edit('>7<', '>x<', '>K-1<', '>7<', '>x<', '>K-1<');

  tells('PostType and KeyID exchanged', { operation: single, ...exchanged }, [
    wrong(singles, 'KeyID', 'K-1', '"7"'),
    wrong(singles, 'PostType', '7', '"K-1"'),
  ]);
  const report = { operation: 'ReportSingleShotSms', sent: sendOf(single, 'soap12', { KeyID: '007' }) };
  tells('a number in a report too', { ...report, binding: 'http-post', edits: [['>K-1<', '>7<']] }, [
    wrong('/EmPostSmsResult/DeliveryResults/EmSmsDeliveryResult', 'KeyID', '007', '"7"'),
  ]);
  silent('a bulk send, which carries neither', exchanged);
  silent('a send of no values', { operation: single, sent: { ...sendOf(single, 'soap11'), values: {} } });
});

describe('delivery/texts', () => {
  const came = (Message: string, back: string): Given => ({
    values: { Message },
    edits: [['Merhaba &lt;b&gt; &amp; şİ', back]],
  });
  const list = `${bulk}/DeliveryResults/EmSmsDeliveryResult`;
  const lost = (at: number, expected: string, actual: string) =>
    wrong(`${list}[${at}]`, 'DeliveredMessage', expected, actual, 'Message');

  tells('spaces lost, shown as they are', came(' a  b ', 'a  b'), [`${lost(1, ' a  b ', '"a  b"')} +1`]);
  tells('letters replaced, in one delivery result', edit(/(905321112244.*)şİ/g, '$1??'), [
    lost(2, 'Merhaba <b> & şİ', '"Merhaba <b> & ??"'),
  ]);
  tells('a decomposed letter, shown as an escape', came('é', 'e\u0301'), [
    `${lost(1, 'é', String.raw`"e\u{301}"`)} +1`,
  ]);
  tells('an empty text', came('a', ''), [`${lost(1, 'a', '""')} +1`]);

  const a160 = 'a'.repeat(160);
  const told = `${list}[1]/DeliveredMessage: expected ${JSON.stringify(`${a160}a`)}; actual "${a160}"`;
  tells('a text that ends where a short message does', came(`${a160}a`, a160), [
    `delivery/texts should ${told} (field: DeliveredMessage, parameter: Message) +1`,
  ]);

  silent('line ends and spaces that came back as sent', came(' \r\n\ta ', ' &#13;&#10;&#9;a '));
});
