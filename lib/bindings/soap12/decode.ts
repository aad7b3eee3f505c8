export { decodeEnvelope as decode } from '../soap/decode.ts';
