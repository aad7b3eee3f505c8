import { contentRequestDefects } from './content.ts';
import { encodingRequestDefects } from './encoding.ts';
import { httpRequestDefects } from './http.ts';
import type { RequestDefect } from './request-defect.ts';
import { soapRequestDefects } from './soap.ts';

/** Every mistake of our own encoder that the rules about requests are tested against. */
export const requestDefects: readonly RequestDefect[] = [
  ...httpRequestDefects,
  ...soapRequestDefects,
  ...contentRequestDefects,
  ...encodingRequestDefects,
];
