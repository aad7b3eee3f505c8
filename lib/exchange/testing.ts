import type { SenderOptions } from './sender.ts';

/** One connection at a time, used again, that may take two seconds and bring a thousand bytes. */
export const strictOptions: SenderOptions = {
  concurrency: 1,
  connectTimeoutMs: 2_000,
  firstByteTimeoutMs: 2_000,
  timeoutMs: 2_000,
  maxResponseBytes: 1_000,
  keepAlive: true,
  ca: null,
  cert: null,
  key: null,
  servername: null,
  insecure: false,
  proxy: null,
  noProxy: '',
};
