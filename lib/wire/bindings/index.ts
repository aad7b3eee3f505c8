import type { BindingId } from '../../model/contract.ts';
import type { BindingModule } from './binding-module.ts';
import { decodePlain, encodeGet, encodePost } from './http.ts';
import { decodeEnvelope } from './soap/decode.ts';
import { encodeSoap11, encodeSoap12 } from './soap/encode.ts';

/** The four bindings of contract §4.1. */
export const bindings: Readonly<Record<BindingId, BindingModule>> = {
  soap11: { encode: encodeSoap11, decode: decodeEnvelope },
  soap12: { encode: encodeSoap12, decode: decodeEnvelope },
  'http-get': { encode: encodeGet, decode: decodePlain },
  'http-post': { encode: encodePost, decode: decodePlain },
};
