import type { Defect } from '../defect.ts';
import { httpRefusals } from './refusal-http.ts';
import { plainRefusals } from './refusal-plain.ts';
import { servedRefusals } from './refusal-served.ts';
import { soapRefusals } from './refusal-soap.ts';

/** Servers that refuse what the contract lets a client send. */
export const refusalDefects: readonly Defect[] = [
  ...httpRefusals,
  ...soapRefusals,
  ...plainRefusals,
  ...servedRefusals,
];
