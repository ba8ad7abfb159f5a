import { compareNumbers } from '../../src/code/minimums/reading/platforms.ts';
import { event } from './service/event.ts';

/** What an event says about the device that sent it. */
export interface SentEvent {
  readonly user: string;
  readonly platform: string;
  readonly version?: string;
  readonly model?: string;
  readonly isTest?: boolean;
  readonly isDebug?: boolean;
  readonly app?: string;
}

const VERSIONS = ['15.8.2', '15.8.3', '16.0', '16.7.10', '17.4.1', '18.2', '26.1'];
const MODELS: Readonly<Record<string, readonly string[]>> = {
  '15.8.2': ['iPhone9,1', 'iPhone8,4', 'iPad6,3', 'iPhone11,2'],
  '15.8.3': ['iPhone9,3', 'iPhone12,1'],
  '16.0': ['iPhone10,6', 'iPhone13,2'],
  '16.7.10': ['iPhone10,1'],
};

/**
 * The events of 400 users: phones and tablets, Macs, and Android's bare numbers; some update on the way, some
 * send no version, some test. The same on every run.
 */
export function inventedEvents(): readonly SentEvent[] {
  const events: SentEvent[] = [];
  for (let index = 0; index < 400; index += 1) {
    const user = `u${index}`;
    if (index % 10 === 9) {
      events.push({ user, platform: 'Android', version: String(7 + (index % 7)), model: 'Pixel 8' });
      continue;
    }
    if (index % 25 === 3) {
      events.push({
        user,
        platform: 'macOS',
        version: `macOS ${index % 2 === 0 ? '10.15.7' : '13.6'}`,
        model: 'MacBookPro14,1',
      });
      continue;
    }
    const version = VERSIONS[(index * 3) % VERSIONS.length] ?? '';
    const models = MODELS[version] ?? ['iPhone15,3'];
    const model = models[index % models.length] ?? '';
    const flags = { ...(index % 31 === 0 && { isTest: true }), ...(index % 29 === 0 && { isDebug: true }) };
    events.push({ user, platform: 'iOS', version: `iOS ${version}`, model, ...flags });
    if (index % 6 === 0) events.push({ user, platform: 'iOS', version: 'iOS 18.5', model: 'iPhone15,3' });
    if (index % 50 === 1) events.push({ user: `none${index}`, platform: 'iOS', model });
    if (index % 8 === 0)
      events.push({ user, platform: 'iOS', version: `iOS ${version}`, model, app: 'other' });
  }
  return events;
}

/** The events as the service imports them. */
export function asEvents(sent: readonly SentEvent[], at: string) {
  return sent.map(({ user, platform, version, model, isTest = false, isDebug, app = 'app' }) =>
    event({
      timestamp: at,
      appID: app,
      clientUser: user,
      type: 'opened',
      isTestMode: isTest,
      payload: {
        'TelemetryDeck.Device.platform': platform,
        ...(version === undefined ? {} : { 'TelemetryDeck.Device.systemVersion': version }),
        ...(model === undefined ? {} : { 'TelemetryDeck.Device.modelName': model }),
        ...(isDebug === undefined ? {} : { 'TelemetryDeck.RunContext.isDebug': String(isDebug) }),
      },
    }),
  );
}

/**
 * What requiring a version costs, by a loop over the events. `ends`: whether a model cannot be updated to it.
 */
export function costByLoop(
  sent: readonly SentEvent[],
  platform: string,
  to: string,
  ends: (model: string) => boolean,
  app: string | null = 'app',
) {
  const own = sent.filter(
    (each) =>
      each.platform === platform &&
      !each.isTest &&
      !each.isDebug &&
      (app === null || (each.app ?? 'app') === app),
  );
  const byUser = Map.groupBy(own, ({ user }) => user);
  const counts = { users: byUser.size, lost: 0, cannotUpdate: 0, withoutVersion: 0 };
  for (const events of byUser.values()) {
    const versioned = events.filter(({ version }) => version !== undefined);
    if (versioned.length === 0) counts.withoutVersion += 1;
    const isLost =
      versioned.length > 0 &&
      versioned.every(({ version = '' }) => compareNumbers(version.replace(/^\D+/, ''), to) < 0);
    if (!isLost) continue;
    counts.lost += 1;
    if (events.every(({ model = '' }) => ends(model))) counts.cannotUpdate += 1;
  }
  return { ...counts, share: counts.lost / counts.users };
}
