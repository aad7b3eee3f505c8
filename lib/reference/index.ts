export type { Call, Deviation, HttpReply, ReplyElement, ReplyNode, Seam } from './seams.ts';
export { type Reference, type ReferenceOptions, startReference } from './start.ts';
