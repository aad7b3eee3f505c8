export { decodePlain as decode } from '../http/decode.ts';
