import { sharedReportFile } from '../run/check-reporters.ts';
import { reportOverInput } from '../run/report-over-input.ts';
import { type Stop, stop } from '../run/stop.ts';
import { staysHere } from '../run/target-url.ts';
import type { EffectiveSettings } from './effective.ts';
import { originText } from './origin.ts';

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
    return stop(2, '--run-id needs --shard: it says which shards are of one run, and this is no shard');
  }
  if ((cert.value === null) !== (key.value === null)) {
    const [given, from, missing] =
      cert.value === null ? (['key', key, 'cert'] as const) : (['cert', cert, 'key'] as const);
    const why = 'a client certificate and its private key go together';
    return stop(2, `${given} (${originText(from.origin)}) needs ${missing}: ${why}`);
  }
  const reports = { reporters: reporter.value, reportDir: reportDir.value };
  const inputs = { configuration: file, known: known.value, caseFolders: cases.value };
  const mistake = sharedReportFile(reports) ?? reportOverInput({ ...reports, ...inputs });
  if (mistake !== undefined) {
    const why = `reporter (${originText(reporter.origin)}): ${mistake}`;
    return stop(2, `${why}; give each a file of its own with --reporter NAME=FILE`);
  }
  if (target.value === null) return checkWithoutTarget(effective);
  if (namespace.origin.kind === 'default') {
    return stop(
      2,
      'a target needs --namespace (or POSTSMS_NAMESPACE, or namespace in conformance.yaml): the XML namespace of its service',
    );
  }
  const way = { proxy: proxy.value, noProxy: noProxy.value };
  if (ticket.origin.kind === 'default' && !staysHere(target.value, way)) {
    return stop(
      2,
      'a target that is not this machine needs its ServiceTicket in POSTSMS_TICKET, or in a file with --ticket-file FILE (- is standard input)',
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
  return stop(2, `${needs}: --target, or POSTSMS_TARGET; without one the embedded reference is judged`);
}
