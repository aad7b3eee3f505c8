import type { Settings } from '../model/settings.ts';

/** The namespace that the embedded reference serves unless told another. */
export const REFERENCE_NAMESPACE = 'http://postsms.example/sms';

/** Ticket for the reference and loopback, where nothing is to be protected. */
const HARMLESS_TICKET = 'conformance-ticket';

/** What a run does when it is told nothing: the whole suite against the embedded reference. */
export const defaultSettings: Settings = {
  target: null,
  namespace: REFERENCE_NAMESPACE,
  ticket: HARMLESS_TICKET,
  gate: 'must',
  filters: {},
  concurrency: 16,
  timeoutMs: 30_000,
  reportDir: 'reports',
  allure: true,
  html: true,
  sends: { allowed: false, recipients: [], maxMessages: 0 },
};
