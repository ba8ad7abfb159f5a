// The invented events of `demo`: "Tidewater", an app for tide times with 9,000 users. `demo/report.ts` and
// `demo` store them. The numbers are chosen so that each part of a report has something to show: new phones
// rise, old systems fade, a release crashes less, and a few models have too few users to be named. Pure.

/** One event of the invented app, in the form that the query service imports. */
interface SeedEvent {
  readonly timestamp: string;
  readonly appID: string;
  readonly clientUser: string;
  readonly type: string;
  readonly sessionID: string;
  readonly isTestMode: boolean;
  readonly floatValue?: number;
  readonly payload: Readonly<Record<string, string>>;
}

/** The app's identifier, as the demo's insights select it. */
export const APP_ID = 'F2E6C1A0-5D1B-4C55-9B0E-0D4A3C7E9A11';

/** Fourteen weeks: a report on `last 12 complete weeks` is full on any weekday. */
const DAYS = 98;
const USERS = 9000;
const MS_PER_DAY = 86_400_000;

/**
 * Yields some 300,000 events of the 98 days that end at `nowMs`, the oldest day first. The numbers are the
 * same on whatever day it runs: only the dates move.
 */
export function* seedEvents(nowMs: number): Generator<SeedEvent> {
  // The seed is a date, 2026-11-15; any other number would do, with other numbers in the report.
  const random = mulberry32(20_261_115);
  const users = Array.from({ length: USERS }, (_, index) => makeUser(index, random));
  const today = Math.floor(nowMs / MS_PER_DAY) * MS_PER_DAY;
  for (let day = DAYS - 1; day >= 0; day--) {
    for (const user of users) yield* sessionsOf(user, day, today - day * MS_PER_DAY, nowMs, random);
  }
}

/** Yields the events of another organization's app, which must not appear in the report. */
export function* otherEvents(nowMs: number): Generator<SeedEvent> {
  for (let index = 0; index < 5000; index++) {
    yield {
      timestamp: new Date(nowMs - index * 500_000).toISOString(),
      appID: APP_ID,
      clientUser: `elsewhere-${index % 700}`,
      type: 'appLaunched',
      sessionID: `e${index}`,
      isTestMode: false,
      payload: { 'TelemetryDeck.Device.modelName': 'Somebody else’s phone' },
    };
  }
}

type User = ReturnType<typeof makeUser>;
/** Gives the next number from 0 up to 1. */
type Random = () => number;
/** Values, each with its weight: of weights 3 and 1, the first is picked three times as often. */
type Weighted = readonly (readonly [string, number])[];

const MODELS: Weighted = [
  ['iPhone 16 Pro', 19],
  ['iPhone 15', 15],
  ['iPhone 17', 12],
  ['iPhone 14', 10],
  ['iPhone 13', 8],
  ['iPhone 17 Pro Max', 7],
  ['iPhone 15 Pro', 6],
  ['iPad Air (M3)', 5],
  ['iPhone 12', 4.5],
  ['iPhone SE (3rd generation)', 3.5],
  ['iPhone 17e', 2.6],
  ['iPad (10th generation)', 2.2],
  ['iPhone 11', 2],
  ['iPad Pro 13-inch (M4)', 1.4],
  ['iPhone XR', 0.9],
  ['iPhone 8', 0.5],
  ['iPad mini (A17 Pro)', 0.4],
];
const OLD_SYSTEMS: Weighted = [
  ['iOS 18', 72],
  ['iOS 17', 15],
  ['iOS 16', 7.5],
  ['iOS 15', 5.4],
  ['iOS 14', 0.6],
];
const COUNTRIES: Weighted = [
  ['GB', 24],
  ['FR', 17],
  ['DE', 15],
  ['NL', 11],
  ['NO', 9],
  ['US', 9],
  ['IE', 8],
  ['PT', 7],
];
const SCREENS: Weighted = [
  ['Today', 40],
  ['Station', 26],
  ['Calendar', 12],
  ['Map', 11],
  ['Settings', 5],
  ['Paywall', 6],
];
const NEWEST_SYSTEM = 'iOS 26';

function makeUser(index: number, random: Random) {
  const model = pick(MODELS, random);
  const firstDay = Math.floor(random() * daysOnSale(model));
  // Exponentially distributed: a user stays 70 days in the mean, and half of them leave within 49.
  const stays = Math.floor(-Math.log(1 - random()) * 70);
  const isLegacy = model === 'iPhone 8' || model === 'iPhone XR';
  const oldSystem = firstSystemOf(model, isLegacy, random);
  return {
    id: hexId(index, random),
    model,
    // Days before today on which the user installed the app and left it.
    firstDay,
    lastDay: firstDay - stays,
    // The chance of a session on a day, from 0.03 to 0.63: the power makes most users come rarely.
    activity: 0.03 + 0.6 * random() ** 2.2,
    oldSystem,
    // Days before today on which the user moves to the newest system (62 of 100 do); null: never. A negative
    // number is a day to come, so the newest system still rises at the end.
    updateDay: isLegacy || random() > 0.62 ? null : Math.floor(random() * 160) - 40,
    country: pick(COUNTRIES, random),
    // 60 of the 9,000 users; a report leaves their events out.
    isTester: index % 150 === 7,
  };
}

/**
 * How many days ago the first user can have installed the app. The buyer of a new phone installs the app
 * again, so users of new phones joined lately.
 */
function daysOnSale(model: string): number {
  if (model === 'iPhone 17e') return 38;
  return model.startsWith('iPhone 17') ? 75 : 180;
}

/** The system that a user has at first: phones of today come with the newest, old ones stop at iOS 16. */
function firstSystemOf(model: string, isLegacy: boolean, random: Random): string {
  if (model.startsWith('iPhone 17')) return NEWEST_SYSTEM;
  return isLegacy ? 'iOS 16' : pick(OLD_SYSTEMS, random);
}

/**
 * A user's events of one day: a session of a launch and up to six screens, at times a purchase or a crash.
 * `day` counts back from today (0); two days of seven are busier, as weekends are.
 */
function* sessionsOf(
  user: User,
  day: number,
  dayMs: number,
  nowMs: number,
  random: Random,
): Generator<SeedEvent> {
  if (day > user.firstDay || day < user.lastDay) return;
  const isWeekend = day % 7 === 5 || day % 7 === 6;
  if (random() > user.activity * (isWeekend ? 1.35 : 1)) return;
  const system = user.updateDay !== null && day <= user.updateDay ? NEWEST_SYSTEM : user.oldSystem;
  // 4.1.0 came 20 days ago, and spreads to nine of ten sessions today.
  const version = day < 21 && random() < 0.9 - day / 30 ? '4.1.0' : '4.0.2';
  const common = {
    appID: APP_ID,
    clientUser: user.id,
    sessionID: `${user.id.slice(0, 8)}-${day}`,
    isTestMode: user.isTester,
  };
  const payload = {
    'TelemetryDeck.Device.modelName': user.model,
    'TelemetryDeck.Device.systemMajorVersion': system,
    'TelemetryDeck.AppInfo.version': version,
    country: user.country,
  };
  // The session begins between 06:00 and 22:48 UTC; an event follows the one before within 46 seconds.
  let atMs = dayMs + Math.floor((0.25 + 0.7 * random()) * MS_PER_DAY);
  /** The next event of the session; none if it would lie in the future. */
  const emit = (type: string, more: Record<string, string>, floatValue?: number): SeedEvent[] => {
    atMs += Math.floor(1000 + random() * 45_000);
    if (atMs >= nowMs) return [];
    const event = {
      timestamp: new Date(atMs).toISOString(),
      ...common,
      type,
      payload: { ...payload, ...more },
    };
    return [floatValue === undefined ? event : { ...event, floatValue }];
  };
  yield* emit('appLaunched', {});
  const screens = 1 + Math.floor(random() * 6);
  for (let index = 0; index < screens; index++) yield* emit('screenShown', { screen: pick(SCREENS, random) });
  if (random() < 0.012)
    yield* emit('purchased', { product: random() < 0.7 ? 'year' : 'month' }, random() < 0.7 ? 24.99 : 2.99);
  // The new version crashes less often, which the demo's gate on the release sees.
  if (random() < (version === '4.1.0' ? 0.004 : 0.007)) yield* emit('crashed', {});
}

/** One of the values, by chance and weight. */
function pick(choices: Weighted, random: Random): string {
  let left = random() * choices.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [name, weight] of choices) {
    left -= weight;
    if (left < 0) return name;
  }
  return choices[0]?.[0] ?? '';
}

/** A user's id, as long as half a SHA-256 in hex; its end is the user's number, so that no id comes twice. */
function hexId(index: number, random: Random): string {
  const part = () =>
    Math.floor(random() * 0xffffffff)
      .toString(16)
      .padStart(8, '0');
  return `${part()}${part()}${part()}${index.toString(16).padStart(8, '0')}`;
}

/**
 * A seeded generator of numbers in [0, 1), by which the demo gives the same numbers everywhere: Mulberry32
 * of Tommy Ettinger, whose constants are below.
 */
function mulberry32(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
