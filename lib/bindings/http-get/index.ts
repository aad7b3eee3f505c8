export { decodePlain as decode } from '../http/decode.ts';
export { encode } from './encode.ts';
