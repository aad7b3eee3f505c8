import type { BindingId } from '../model/contract.ts';
import type { BindingModule } from './binding-module.ts';
import * as httpGet from './http-get/index.ts';
import * as httpPost from './http-post/index.ts';
import * as soap11 from './soap11/index.ts';
import * as soap12 from './soap12/index.ts';

/** The four bindings of contract §4.1. */
export const bindings: Readonly<Record<BindingId, BindingModule>> = {
  soap11,
  soap12,
  'http-get': httpGet,
  'http-post': httpPost,
};
