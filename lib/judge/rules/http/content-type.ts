import type { BodyReading } from '../../../model/judging/evidence.ts';
import type { Breach } from '../../../model/judging/finding.ts';
import type { Value } from '../../../model/judging/value.ts';
import { bodyMessage } from '../../reading/body-text.ts';
import { readContentType } from '../../reading/headers.ts';
import { rule } from '../rule.ts';
import { numberOf, words } from '../values.ts';

/** The media type of the binding's response (contract §4.1, table, "Response"). */
const mediaType = rule('http/media-type', 'must', 'success', ({ response, binding, reading }) => {
  const expected = binding.response.mediaType;
  const type = readContentType(response);
  if (type.ok && type.value.essence === expected) return repeated(type.value.count);
  const actual = words`${type.ok ? type.value.essence : type.error}${otherText(reading)}`;
  return [{ path: 'Content-Type', expected, actual }];
});

/** RFC 9110 §5.3 and §8.3: a sender writes the field once; recipients often cope with equal ones. */
function repeated(count: number): readonly Breach[] {
  if (count === 1) return [];
  const actual = words`${numberOf(count)} equal Content-Type headers`;
  const names = { repeated: 'true' };
  return [{ path: 'Content-Type', expected: 'one Content-Type header', actual, names, level: 'should' }];
}

/** What a body says that is a page, a plain refusal or JSON instead of the XML of the service. */
function otherText({ text, xml }: BodyReading): Value {
  if (text === null || (xml.kind === 'document' && xml.root.local.toLowerCase() !== 'html')) return '';
  const said = bodyMessage(text);
  return said.by === undefined && /^(?:<|$)/.test(said.text) ? '' : words`, ${said}`;
}

/** The charset of the binding's response (contract §4.1, table, "Response"); says nothing where there is no media type to carry one. */
const charset = rule('http/charset', 'must', 'body', ({ response, binding }) => {
  const expected = binding.response.charset;
  const parsed = readContentType(response);
  if (!parsed.ok) return null;
  const type = parsed.value;
  const contradicted = type.rivals.length > 0;
  if (type.charset?.toLowerCase() === expected && !contradicted) return [];
  const charsets = contradicted ? type.rivals : [type.charset].filter((one) => one !== null);
  const actual = charsets.map((one) => `charset=${one}`).join(' and ') || 'no charset';
  return [{ path: 'Content-Type', expected: `charset=${expected}`, actual }];
});

export const contentTypeRules = [mediaType, charset] as const;
