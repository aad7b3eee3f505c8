import type { HtmlReport, Settings } from '../../model/running/settings.ts';
import type { EffectiveSettings } from '../effective.ts';
import { valuesByName } from '../keys/values-kind.ts';

/** What a run is told, in the shape in which it is told. */
export function settingsOf(effective: EffectiveSettings): Settings {
  const { maxDuration } = effective;
  const { sends } = effective;
  return {
    target: effective.target.value,
    namespace: effective.namespace.value,
    ticket: effective.ticket.value,
    gate: effective.gate.value,
    filters: {
      operation: effective.operation.value,
      binding: effective.binding.value,
      case: effective.case.value,
      exclude: effective.exclude.value,
      tag: effective.tag.value,
      level: effective.level.value,
    },
    cases: { folders: effective.cases.value, builtIn: effective.builtInCases.value },
    shard: effective.shard.value,
    runId: effective.runId.value,
    known: { path: effective.known.value, mustExist: effective.known.origin.kind !== 'default' },
    values: valuesByName(effective.values.value),
    pace: {
      concurrency: effective.concurrency.value,
      rate: effective.rate.value,
      connectTimeoutMs: effective.connectTimeout.value,
      firstByteTimeoutMs: effective.firstByteTimeout.value,
      timeoutMs: effective.timeout.value,
      maxResponseBytes: effective.maxResponseBytes.value,
      maxDurationMs: maxDuration.value === null ? null : maxDuration.value * 1000,
      reportDelayMs: effective.reportDelay.value,
    },
    transport: {
      keepAlive: effective.keepAlive.value,
      ca: effective.ca.value?.text ?? null,
      cert: effective.cert.value?.text ?? null,
      key: effective.key.value?.text ?? null,
      servername: effective.servername.value,
      insecure: effective.insecure.value,
      proxy: effective.proxy.value,
      noProxy: effective.noProxy.value,
    },
    packetIds: effective.packetIds.value,
    maskNumbers: effective.mask.value === 'numbers',
    reportDir: effective.reportDir.value,
    reporters: effective.reporter.value,
    allure: effective.allure.value,
    html: htmlReport(effective.html),
    sends: {
      permission: sends.value,
      recipients: effective.recipients.value,
      maxMessages: effective.maxMessages.value,
      confirmed: effective.yes.value,
    },
  };
}

function htmlReport({ value, origin }: EffectiveSettings['html']): HtmlReport {
  if (!value) return 'no';
  return origin.kind === 'default' ? 'unless-large' : 'yes';
}
