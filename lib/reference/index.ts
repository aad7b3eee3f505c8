export type { Call, Deviation, HttpReply, ReplyElement, ReplyNode, Seam } from './seams.ts';
export { type Reference, startReference } from './start.ts';
