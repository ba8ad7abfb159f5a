/** Which events to make: how many, in the year from `YEAR_START_MS`, and with which seed. */
export interface EventsSpec {
  readonly events: number;
  readonly seed: number;
  /** How long a text is that each event of a store has besides, of random digits; default: there is none. */
  readonly noteLength?: number;
}

/**
 * A part of the events: numbers `from` (inclusive) to `to` (exclusive), and of these the blocks of 64 whose
 * number modulo `of` is `part`.
 */
export interface Part {
  readonly from: number;
  readonly to: number;
  readonly part?: number;
  readonly of?: number;
}

/** The year that the events lie in: 365 days from this moment on. */
export const YEAR_START_MS = Date.UTC(2025, 10, 1);
export const YEAR_DAYS = 365;
const DAY_MS = 86_400_000;

/**
 * A selection of a part of a year of `events`, as DuckDB's SQL. Every event is a function of its number and
 * the seed, so a part is the same whether it is made alone or with the rest, and events come roughly in the
 * order of time.
 *
 * - 64 events in a row are 8 sessions of 1 to 30 events, seconds apart.
 * - Three times as many sessions at the end of the year as at its beginning, in a daily rhythm; users join
 *   over the year.
 * - A user's activity falls with a power of its rank; models, versions, types and regions are spread like
 *   Zipf's words.
 * - Ten payload keys: seven texts and numbers on every event, three on 30, 2 and 1 % of them.
 *
 * Columns: `timeMs`, `appID`, `clientUser`, `type`, `sessionID`, `isTestMode` (BOOLEAN), `floatValue`, then
 * `PAYLOAD`'s keys.
 */
export function eventsSql({ events, seed }: EventsSpec, part: Part = { from: 0, to: events }): string {
  const users = Math.max(100, Math.round(events / 40));
  /** A number in [0, 1) that depends only on an expression, the seed and the salt. */
  const u = (of: string, salt: number): string =>
    `((hash(${of}, ${seed * 1000 + salt}) >> 11) / 9007199254740992.0)`;
  const zipf = (of: string, salt: number, kinds: number): string =>
    `(floor(pow(${kinds + 1}, ${u(of, salt)}))::INTEGER - 1)`;
  return `
SELECT
  ${YEAR_START_MS} + (day * ${DAY_MS} + k * 7000 + ${u('i', 1)} * 6000)::BIGINT AS timeMs,
  'B1' || printf('%06X', (user_ % 3 * 777777)::BIGINT) || '-0000-4000-8000-00000000000' || user_ % 3 AS appID,
  sha256('user-' || user_) AS clientUser,
  CASE WHEN k = 0 THEN 'TelemetryDeck.Session.started' ELSE 'Screen.' || ${zipf('i', 2, 40)} END AS type,
  upper(md5('session-' || session_)::UUID::VARCHAR) AS sessionID,
  ${u('user_', 3)} < 0.02 AS isTestMode,
  CASE WHEN ${u('i', 4)} < 0.1 THEN round(pow(${u('i', 5)}, 4) * 1000, 2) END AS floatValue,
  'iPhone' || 18 - model // 4 || ',' || 1 + model % 4 AS modelName,
  'iOS ' || 19 - system_ // 6 || '.' || system_ % 6 AS systemVersion,
  (1 + day // 30)::INTEGER || '.' || ${zipf('user_', 8, 12)} AS appVersion,
  ['en_US','en_GB','de_DE','fr_FR','ja_JP','es_ES','pt_BR','it_IT','nl_NL','zh_CN','ko_KR','pl_PL','sv_SE'][1 + region % 13] AS locale,
  'R' || region AS region,
  [390, 393, 402, 428, 430, 375, 414, 320][1 + model % 8]::DOUBLE AS "TelemetryDeck.Device.screenResolutionWidth",
  [3, 3, 3, 3, 2][1 + model % 5]::DOUBLE AS "TelemetryDeck.Device.screenScaleFactor",
  CASE WHEN ${u('i', 10)} < 0.3 THEN 'view-' || ${zipf('i', 11, 2000)} END AS "view",
  CASE WHEN ${u('i', 12)} < 0.02 THEN 'E' || ${zipf('i', 13, 300)} END AS "errorID",
  CASE WHEN ${u('i', 14)} < 0.01 THEN [0.99, 2.99, 9.99, 29.99][1 + ${zipf('i', 15, 4)}]::DOUBLE END AS "RevenueCat.event.price"
FROM (
  SELECT *, ${zipf('user_', 6, 60)} AS model, ${zipf('user_', 7, 36)} AS system_, ${zipf('user_', 9, 80)} AS region
  FROM (
    SELECT i, k, session_, day, floor(${users} * (0.4 + 0.6 * day / ${YEAR_DAYS}) * pow(${u('session_', 16)}, 2))::BIGINT AS user_
    FROM (
      SELECT *, floor(year_ * ${YEAR_DAYS}) + within_ + 0.1 * sin(6.283185307179586 * (within_ - 0.25)) + 0.1 AS day
      FROM (
        SELECT *, year_ * ${YEAR_DAYS} - floor(year_ * ${YEAR_DAYS}) AS within_
        FROM (
          SELECT *, (sqrt(1 + 8 * (session_ + 0.5) / ${Math.ceil(events / 8) + 1}) - 1) / 2 AS year_
          FROM (
            SELECT i, i // 64 * 8 + list_extract(${list(({ session }) => session)}, 1 + i % 64) AS session_,
              list_extract(${list(({ place }) => place)}, 1 + i % 64) AS k
            FROM range(${part.from}, ${part.to}) AS numbers(i) WHERE i // 64 % ${part.of ?? 1} = ${part.part ?? 0}
          )
        )
      )
    )
  )
)`;
}

/** The payload keys: the three whose names the service knows as numeric hold numbers. */
export const PAYLOAD = [
  'modelName',
  'systemVersion',
  'appVersion',
  'locale',
  'region',
  'TelemetryDeck.Device.screenResolutionWidth',
  'TelemetryDeck.Device.screenScaleFactor',
  'view',
  'errorID',
  'RevenueCat.event.price',
] as const;

/** How many events each of 8 sessions has: 64 together. */
const SESSION_LENGTHS = [1, 30, 2, 8, 1, 14, 3, 5];
const PLACES = SESSION_LENGTHS.flatMap((length, session) =>
  Array.from({ length }, (_, place) => ({ session, place })),
);

function list(of: (place: { readonly session: number; readonly place: number }) => number): string {
  return `[${PLACES.map(of).join(',')}]::INTEGER[]`;
}
