// Made-up events of an app before and after a release, by a seeded generator.
import { randomNumbers } from './worlds.ts';

const DAY_MS = 86_400_000;
export const VERSION = 'TelemetryDeck.AppInfo.version';

interface Rollout {
  readonly releasedMs: number;
  readonly users: number;
  /** The part of the users who have the new version on a day since the release; who has it keeps it. */
  readonly share: (day: number) => number;
  /** The chance that a user crashes on a day. */
  readonly rate: (isNew: boolean, day: number) => number;
}

/** Two weeks before a release, and so many days since. */
export function eventsOfRollout({ releasedMs, users, share, rate }: Rollout, days: number) {
  const random = randomNumbers(7);
  const events: { readonly timestamp: string; readonly [name: string]: unknown }[] = [];
  for (let day = -14; day < days; day++) {
    for (let user = 0; user < users; user++) {
      if (random() > 0.5) continue;
      const isNew = day >= 0 && user < users * share(day);
      const send = (type: string): void => {
        const timestamp = new Date(releasedMs + (day + random()) * DAY_MS).toISOString();
        const payload = { [VERSION]: isNew ? '4.2' : '4.1' };
        events.push({ timestamp, appID: 'app', type, clientUser: `u${user}`, isTestMode: false, payload });
      };
      send('opened');
      if (random() < rate(isNew, day)) send('crashed');
    }
  }
  return events;
}
