import type { Settings } from '../model/running/settings.ts';

/** The namespace that the embedded reference serves unless told another. */
export const REFERENCE_NAMESPACE = 'http://postsms.example/sms';

/** Ticket for the reference and loopback, where nothing is to be protected. */
const HARMLESS_TICKET = 'conformance-ticket';

/** Thirty times what the largest built-in case brings back, and little enough for sixteen of them at a time. */
const MAX_RESPONSE_BYTES = 3_000_000;

/** What a run does when it is told nothing: the whole suite against the embedded reference. */
export const defaultSettings: Settings = {
  target: null,
  namespace: REFERENCE_NAMESPACE,
  ticket: HARMLESS_TICKET,
  gate: 'must',
  filters: {},
  cases: { folders: [], builtIn: true },
  shard: null,
  runId: null,
  known: { path: null, mustExist: false },
  values: {},
  pace: {
    concurrency: 16,
    rate: null,
    connectTimeoutMs: 10_000,
    firstByteTimeoutMs: 30_000,
    timeoutMs: 30_000,
    maxResponseBytes: MAX_RESPONSE_BYTES,
    maxDurationMs: null,
    reportDelayMs: 0,
  },
  transport: {
    keepAlive: false,
    ca: null,
    cert: null,
    key: null,
    servername: null,
    insecure: false,
    proxy: null,
    noProxy: '',
  },
  packetIds: [],
  maskNumbers: false,
  reportDir: 'reports',
  reporters: [{ name: 'junit', file: null }],
  allure: true,
  html: 'unless-large',
  sends: { permission: null, recipients: [], maxMessages: 0, confirmed: false },
};
