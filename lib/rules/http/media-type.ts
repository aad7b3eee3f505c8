import type { BodyReading } from '../../model/judging/document.ts';
import type { Breach } from '../../model/judging/finding.ts';
import type { Rule } from '../rule.ts';
import { bodyText } from './body-text.ts';
import { readContentType } from './content-type.ts';

/** The media type of the binding's response (contract §4.1, table, "Response"). */
export const mediaType = {
  id: 'http/media-type',
  level: 'must',
  needs: 'success',
  check: ({ response, binding, reading }): readonly Breach[] => {
    const expected = binding.response.mediaType;
    const type = readContentType(response);
    if (type.ok && type.value.essence === expected) return repeated(type.value.count);
    return [
      {
        path: 'Content-Type',
        expected,
        actual: `${type.ok ? type.value.essence : type.error}${otherText(reading)}`,
      },
    ];
  },
} satisfies Rule;

/** RFC 9110 §5.3 and §8.3: a sender writes the field once; recipients often cope with equal ones. */
function repeated(count: number): readonly Breach[] {
  if (count === 1) return [];
  const actual = `${count} equal Content-Type headers`;
  const names = { repeated: 'true' };
  return [{ path: 'Content-Type', expected: 'one Content-Type header', actual, names, level: 'should' }];
}

/** What a body says that is a page, a plain refusal or JSON instead of the XML of the service. */
function otherText({ text, xml }: BodyReading): string {
  if (text === null || (xml.kind === 'document' && xml.root.local.toLowerCase() !== 'html')) return '';
  const said = bodyText(text);
  return said === '' || said.startsWith('<') ? '' : `, ${said}`;
}
