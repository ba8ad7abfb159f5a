// Finds the address under an insight's title, where readers can look at it themselves. `reports.ts` calls it.
// Pure.
import { isLoopback } from '../../http/loopback.ts';
import { isTelemetryDeck } from '../../http/telemetry-deck.ts';
import { appsOf } from '../client/app-filters.ts';
import type { InsightResult, ReportedInsight } from '../results/results.ts';

/** An insight with its link, if it has one. */
export function withLink(insight: InsightResult, service: string): InsightResult {
  if (insight.status !== 'ok' || !URL.canParse(service)) return insight;
  const link = linkTo(insight, new URL(service));
  return link === null ? insight : { ...insight, link };
}

/**
 * An insight's app in TelemetryDeck's dashboard, whose addresses of insights are not known, or its query in
 * the explorer that your own service has. Null for a service on this machine, which may have stopped.
 */
function linkTo({ query, title }: ReportedInsight, service: URL): string | null {
  const { protocol, hostname, origin, pathname } = service;
  if (isTelemetryDeck(hostname)) {
    const [app, ...others] = appsOf(query);
    if (app === undefined || others.length > 0) return null;
    return `https://dashboard.telemetrydeck.com/apps/${encodeURIComponent(app)}`;
  }
  if (protocol !== 'https:' || isLoopback(hostname)) return null;
  const fields = new URLSearchParams({ query: JSON.stringify(query), name: title });
  return `${origin}${pathname.replace(/\/*$/, '/')}#${fields.toString()}`;
}
