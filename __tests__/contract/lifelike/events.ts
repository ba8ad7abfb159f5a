// Events of an invented app, by a seeded generator, and the truth about them counted from the events alone.
import { randomNumbers } from '../../report/release/worlds.ts';

export const DAY_MS = 86_400_000;
export const day = (text: string): number => Date.parse(text);
export const VERSION = 'TelemetryDeck.AppInfo.version';

export interface WorldEvent {
  readonly timestamp: string;
  readonly appID: string;
  readonly type: string;
  readonly clientUser: string;
  readonly isTestMode: boolean;
  readonly payload: Readonly<Record<string, string>>;
}

/** A user on a day of use. */
export interface Visit {
  readonly user: number;
  readonly dayMs: number;
  readonly random: () => number;
}

/** What a user sends at an hour of a day. */
export type Sent = readonly [hour: number, type: string, payload: Readonly<Record<string, string>>];

interface App {
  readonly from?: string;
  readonly until?: string;
  readonly users?: number;
  /** The chance that a user opens the app on a day. */
  readonly use?: (visit: Visit) => number;
  readonly sends: (visit: Visit) => readonly Sent[];
}

/** All events of an app, from its first day until the day after its last. */
export function eventsOf({ from = '2026-10-05', until = '2026-11-16', users = 300, use, sends }: App) {
  const random = randomNumbers(48);
  const events: WorldEvent[] = [];
  for (let dayMs = Date.parse(from); dayMs < Date.parse(until); dayMs += DAY_MS)
    for (let user = 0; user < users; user++) {
      const visit = { user, dayMs, random };
      if (random() >= (use?.(visit) ?? 0.5)) continue;
      for (const [hour, type, payload] of sends(visit))
        events.push(eventAt(dayMs, hour, user, type, payload));
    }
  return events;
}

export function eventAt(
  dayMs: number,
  hour: number,
  user: number | string,
  type: string,
  payload: WorldEvent['payload'],
): WorldEvent {
  const timestamp = new Date(dayMs + hour * 3_600_000).toISOString();
  return { timestamp, appID: 'app', type, clientUser: `u${user}`, isTestMode: false, payload };
}
