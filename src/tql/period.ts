/** An ISO 8601 period in whole numbers. */
export interface Period {
  readonly years: number;
  readonly months: number;
  readonly weeks: number;
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

const PERIOD = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
const LIMIT = 1_000_000;

/** Reads `P1W`, `PT30M`, `P3M`, `P1DT12H`; null for anything else and for a period of no length. */
export function parsePeriod(text: string): Period | null {
  const match = PERIOD.exec(text);
  if (match === null) return null;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((digits: string | undefined) => Number(digits ?? 0));
  const period = { years, months, weeks, days, hours, minutes, seconds };
  const fields = Object.values(period);
  return fields.some((field) => field > 0) && fields.every((field) => field <= LIMIT) ? period : null;
}

const DAY_MS = 86_400_000;

/** How long a period is; years, months and days as long as they are on average. Exact for hours, minutes and seconds. */
export function periodLengthMs(period: Period): number {
  const days = period.years * 365.2425 + period.months * 30.436875 + period.weeks * 7 + period.days;
  return days * DAY_MS + period.hours * 3_600_000 + period.minutes * 60_000 + period.seconds * 1000;
}
