export { decodeEnvelope as decode } from '../soap/decode.ts';
export { encode } from './encode.ts';
