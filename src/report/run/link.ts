// The address under an insight's title, where a reader can look at it themselves.
import { isLoopback } from '../../http/loopback.ts';
import { isTelemetryDeck } from '../../http/telemetry-deck.ts';
import { appsOf } from '../client/data-source.ts';
import type { InsightResult } from '../results/results.ts';

/**
 * An insight with the address at which a reader can look at it: its app in TelemetryDeck's dashboard, whose
 * addresses of insights are not known, or its query in the explorer that a service of one's own has. On this
 * machine there is none: the service may have stopped.
 */
export function withLink(insight: InsightResult, service: string): InsightResult {
  if (insight.status !== 'ok' || !URL.canParse(service)) return insight;
  const { protocol, hostname, origin, pathname } = new URL(service);
  if (isTelemetryDeck(hostname)) {
    const [app, another] = appsOf(insight.query);
    return app === undefined || another !== undefined
      ? insight
      : { ...insight, link: `https://dashboard.telemetrydeck.com/apps/${encodeURIComponent(app)}` };
  }
  if (protocol !== 'https:' || isLoopback(hostname)) return insight;
  const fields = new URLSearchParams({ query: JSON.stringify(insight.query), name: insight.title });
  return { ...insight, link: `${origin}${pathname.replace(/\/*$/, '/')}#${fields.toString()}` };
}
