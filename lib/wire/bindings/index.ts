import type { BindingId } from '../../model/contract.ts';
import type { BindingModule } from './binding-module.ts';
import { decodePlain } from './http/decode.ts';
import { encode as encodeGet } from './http-get/encode.ts';
import { encode as encodePost } from './http-post/encode.ts';
import { decodeEnvelope } from './soap/decode.ts';
import { encode as encodeSoap11 } from './soap11/encode.ts';
import { encode as encodeSoap12 } from './soap12/encode.ts';

/** The four bindings of contract §4.1. */
export const bindings: Readonly<Record<BindingId, BindingModule>> = {
  soap11: { encode: encodeSoap11, decode: decodeEnvelope },
  soap12: { encode: encodeSoap12, decode: decodeEnvelope },
  'http-get': { encode: encodeGet, decode: decodePlain },
  'http-post': { encode: encodePost, decode: decodePlain },
};
