import { type Stop, stop } from '../../model/running/stop.ts';
import type { EffectiveSettings } from '../../settings/effective.ts';
import { originText } from '../../settings/read/origin.ts';
import { staysHere } from '../../settings/target-url.ts';
import { reportOverInput } from './report-over-input.ts';
import { sharedReportFile } from './shared-report-file.ts';

interface CheckedSettings {
  readonly effective: EffectiveSettings;
  /** The file of settings, or where one would be looked for. */
  readonly file: string;
}

/**
 * What has to be said together: nothing about an endpoint is guessed, and half a client certificate is none.
 * For what is about to send requests; what only shows something needs none of it.
 */
export function checkSettings({ effective, file }: CheckedSettings): Stop | { readonly ok: true } {
  const { target, namespace, ticket, cert, key, proxy, noProxy, reporter, reportDir, known, cases } =
    effective;
  const { runId, shard } = effective;
  // A variable may be that of a whole pipeline.
  if (runId.origin.kind === 'flag' && shard.value === null) {
    return stop(2, '--run-id without --shard; add --shard, or remove --run-id');
  }
  if ((cert.value === null) !== (key.value === null)) {
    const [given, from, missing] =
      cert.value === null ? (['key', key, 'cert'] as const) : (['cert', cert, 'key'] as const);
    const why = 'a client certificate needs its private key';
    return stop(2, `${given} (${originText(from.origin)}) needs ${missing}: ${why}`);
  }
  const reports = { reporters: reporter.value, reportDir: reportDir.value };
  const inputs = { configuration: file, known: known.value, caseFolders: cases.value };
  const mistake = sharedReportFile(reports) ?? reportOverInput({ ...reports, ...inputs });
  if (mistake !== undefined) {
    const why = `reporter (${originText(reporter.origin)}): ${mistake}`;
    return stop(2, `${why}; choose another file with --reporter NAME=FILE`);
  }
  if (target.value === null) return checkWithoutTarget(effective);
  if (namespace.origin.kind === 'default') {
    return stop(
      2,
      'the target has no XML namespace; add --namespace, POSTSMS_NAMESPACE, or namespace in conformance.yaml',
    );
  }
  const way = { proxy: proxy.value, noProxy: noProxy.value };
  if (ticket.origin.kind === 'default' && !staysHere(target.value, way)) {
    return stop(
      2,
      'the target is not this machine and has no ServiceTicket; set POSTSMS_TICKET, or add --ticket-file FILE (- is standard input)',
    );
  }
  return { ok: true };
}

/** What only a target can need, and somebody said for this very run; a file may be shared with runs that have one. */
function checkWithoutTarget(effective: EffectiveSettings): Stop | { readonly ok: true } {
  const origins = (['sends', 'recipients', 'maxMessages', 'packetIds'] as const)
    .filter((name) => name !== 'sends' || effective.sends.value === 'allow')
    .map((name) => effective[name].origin)
    .filter(({ kind }) => kind === 'flag' || kind === 'environment');
  if (origins.length === 0) return { ok: true };
  const needs = `${origins.map(originText).join(', ')} ${origins.length === 1 ? 'needs' : 'need'} a target`;
  return stop(
    2,
    `${needs}; add --target or POSTSMS_TARGET (without a target, the run judges the embedded reference)`,
  );
}
