import type { BindingId, Call } from '../../model/contract.ts';
import type { Anatomy, XmlElement } from '../../model/judging/document.ts';
import type { WireRequest } from '../../model/judging/wire.ts';
import { decodePlain, encodeGet, encodePost } from './http.ts';
import type { Service } from './locate.ts';
import { decodeEnvelope, encodeEnvelope } from './soap.ts';

interface BindingModule {
  /** Writes a call; a method, so that each module takes calls over its own binding only. */
  encode(call: Call): WireRequest;
  readonly decode: (root: XmlElement, service: Service) => Anatomy;
}

/** The four bindings of contract §4.1. */
export const bindings: Readonly<Record<BindingId, BindingModule>> = {
  soap11: { encode: encodeEnvelope, decode: decodeEnvelope },
  soap12: { encode: encodeEnvelope, decode: decodeEnvelope },
  'http-get': { encode: encodeGet, decode: decodePlain },
  'http-post': { encode: encodePost, decode: decodePlain },
};
