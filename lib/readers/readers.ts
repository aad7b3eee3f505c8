import { httpReaders } from './http-readers.ts';
import { objectReaders } from './object-readers.ts';
import type { Reader } from './reader.ts';
import { xmlReaders } from './xml-readers.ts';

export const readers: readonly Reader[] = [...objectReaders, ...xmlReaders, ...httpReaders];
