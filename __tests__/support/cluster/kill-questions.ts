import type { Numbers, Question } from './witnesses.ts';

/** What was posted into one minute of the stream, in order. */
export interface Minute {
  sent: number;
  /** When each event was acknowledged. */
  readonly acknowledgedMs: number[];
}

/** The events of one organization are in one historical, those of the other one in both. */
export const [ONE, BOTH] = ['one.example', 'both.example'];
const DAYS = 6;
const EVENTS_A_DAY = 50;
const HISTORY = '2026-10-01/2026-10-07';
const DAY_MS = 86_400_000;
/** Events come into the minutes of the day before, one minute after the other. */
export const STREAM_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS;
const STREAM = `${new Date(STREAM_MS).toISOString()}/${new Date(STREAM_MS + DAY_MS).toISOString()}`;
const MINUTE_MS = 2000;
export const MINUTES = 1440;
/**
 * How far an answer may be behind what was acknowledged: an event is usually counted within a hundredth of
 * this.
 */
const LAG_MS = 5000;

/** The events of the past, as lines of NDJSON. */
export function historyLines(): string {
  const lines = Array.from({ length: DAYS * EVENTS_A_DAY }, (_, index) => {
    const timestamp = new Date(Date.UTC(2026, 9, 1 + (index % DAYS), 1, index % 60)).toISOString();
    const payload = { model: `m${index % 5}` };
    return JSON.stringify({ timestamp, appID: 'a', clientUser: `u${index}`, type: 't', payload });
  });
  return lines.join('\n');
}

/** The minute that events are posted into, by when they began. */
export function currentMinute(beganMs: number): number {
  return Math.floor((performance.now() - beganMs) / MINUTE_MS);
}

/** What is asked over and over: days of the past, and the minutes into which events come. */
export function questions(minutes: readonly Minute[], beganMs: number): readonly Question[] {
  const each = EVENTS_A_DAY * DAYS;
  const exact = (numbers: Numbers) => () => ({ least: numbers, most: () => numbers });
  const aggregations = [{ type: 'eventCount', name: 'n' }];
  const series = (granularity: string, interval: string) => ({
    queryType: 'timeseries',
    granularity,
    intervals: [interval],
    aggregations,
  });
  const ranking = {
    queryType: 'topN',
    granularity: 'all',
    intervals: [HISTORY],
    dimension: { type: 'default', dimension: 'model', outputName: 'model' },
    threshold: 5,
    metric: { type: 'numeric', metric: 'n' },
    aggregations,
  };
  const days = Array.from({ length: DAYS }, () => EVENTS_A_DAY);
  const models = Array.from({ length: 5 }, () => each / 5);
  // Only minutes that nothing is posted into any more.
  const counted = () => {
    const nowMs = performance.now();
    const closed = currentMinute(beganMs) - 1;
    return minutes.map(({ acknowledgedMs }, at) =>
      at < closed ? acknowledgedMs.filter((ms) => ms < nowMs - LAG_MS).length : 0,
    );
  };
  const sent = () => minutes.map((minute) => minute.sent);
  const sum = (numbers: Numbers) => numbers.reduce((total, number) => total + number, 0);
  const read = readCounts;
  return [
    { name: 'one copy', namespace: ONE, query: series('day', HISTORY), read, truth: exact(days) },
    { name: 'two copies', namespace: BOTH, query: series('day', HISTORY), read, truth: exact(days) },
    { name: 'ranking', namespace: ONE, query: ranking, read, truth: exact(models) },
    {
      name: 'stream',
      namespace: ONE,
      query: series('minute', STREAM),
      read: readMinutes,
      truth: () => ({ least: counted(), most: sent }),
    },
    {
      name: 'everything',
      namespace: ONE,
      query: series('all', `2026-10-01/${new Date(STREAM_MS + DAY_MS).toISOString()}`),
      read,
      truth: () => ({ least: [each + sum(counted())], most: () => [each + sum(sent())] }),
    },
  ];
}

/** The counts by minute of the day: an answer begins with the first minute that has events. */
function readMinutes(answer: unknown): Numbers {
  const counts = new Array<number>(MINUTES).fill(0);
  for (const { timestamp, result } of answer as readonly Bucket[])
    counts[(Date.parse(timestamp) - STREAM_MS) / 60_000] = result.n;
  return counts;
}

interface Bucket {
  readonly timestamp: string;
  readonly result: { readonly n: number };
}

function readCounts(answer: unknown): Numbers {
  const text = JSON.stringify(answer);
  return [...text.matchAll(/"n":(-?[\d.e+]+)/gi)].map(([, n]) => Number(n));
}
