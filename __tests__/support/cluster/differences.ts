/**
 * The differences between the embedded engine and Druid, with reasons.
 * `docs/operate/cluster/differences.md` lists them; a
 * case, or a comparison over random queries, that differs names one of them. What is not here is a defect.
 */
export const DIFFERENCES = {
  'estimated counts':
    'Druid estimates how many different values there are, and DuckDB counts them. `userCount` is exact up to 16,384 users on Druid, and within 2 % above. `cardinality` is within 4 %, and has fractions: 3 values count as 3.002. Druid can also count an empty text as a value, and null with `byRow`.',
  'long rankings':
    'A topN is exact on Druid if no day has more than 100,000 values of the column. Otherwise, a value can be missing, or its number can be too small. DuckDB is always exact.',
  'estimated quantiles':
    'Druid estimates each `histogram`, and each `quantilesDoublesSketch` of more than 256 values. Instead of the median, it may return any value between the 48.3 % and the 51.7 % quantile. DuckDB is exact.',
  'mean of nothing': 'A `doubleMean` without any values is 0 on Druid, and null on DuckDB.',
  'any value': '`stringAny` is any of the values on Druid, and always the smallest on DuckDB.',
  'same time':
    'If several events have the same time, Druid returns them in any order, and DuckDB always in the same order. So `…First` and `…Last` may take any of them on Druid. In a scan that you read page by page, such an event may appear twice or not at all.',
  'equal versions':
    'A topN that sorts by its column can order equal values differently, such as the versions `2.3` and `02.3`, or `1` and `1-0.5`.',
  'numbers in text':
    'The values of an expression may all be texts without a number, such as `abc`. A sum of them is 0 on Druid, and null on DuckDB. A minimum is the largest possible number on Druid, a maximum the smallest, and a quantile counts each text as 0. To avoid this, set the `outputType` of the virtual column.',
  'mixed types':
    'An `if`, `nvl` or case can return `1` for some events, and `0.5` for others. DuckDB makes both a fraction (`1.0` and `0.5`). Druid may keep `1` a whole number, and then `1 / 2` is `0`. In `+` or `!`, Druid may also read a text as a number. To avoid this, use `cast` on each result.',
  failures:
    'These fail on Druid, and return null, `"NaN"` or no rows on DuckDB: a whole number divided by zero, arithmetic on two texts, `replace` with null, a `having` that compares a text with a number, bins of a histogram between infinite values, bins between 0 and the smallest fraction, a `zscore2sample` with more successes than members, and `hyperUniqueCardinality` of another aggregation than `cardinality`.',
  'characters beyond U+FFFF':
    'In `strlen`, `substring` and `replace`, an emoji is two characters on Druid, and one on DuckDB. Druid sorts it before the characters U+E000 to U+FFFF. If a query cuts an emoji in half, it may fail on Druid.',
  'empty groups':
    'If a regular expression extracts no characters, Druid returns an empty text or null, and DuckDB returns null.',
  'special letters':
    'In upper case, `ß` is `SS` on Druid, and `ẞ` on DuckDB. A few other letters are like it.',
  'empty replacements':
    'In an expression, `replace` of an empty text inserts the new text around each character on Druid. On DuckDB, it changes nothing.',
  'fractions as text':
    'With a Java older than 19, Druid writes a few numbers with more digits than needed: `1.9999999999999998E23`. DuckDB writes `2.0E23`.',
  'notation of numbers':
    'Druid reads the texts `1d`, `0x1p3`, `NaN` and `Infinity` as numbers. DuckDB does not.',
  'text on a column of numbers':
    'A filter may compare a column of numbers with a value that cannot be in it: with `abc`, or with a fraction if the numbers are whole. On DuckDB, it finds nothing. On Druid, it can find the events without a value, and a `timeBoundary` may fail.',
  'large whole numbers':
    'If a result needs more than 64 bits, it is wrong on Druid (it overflows). On DuckDB, sums are right, and an expression is null. A `cast` of a larger fraction to `LONG` is 9223372036854775807 on Druid and 9223372036854774784 on DuckDB.',
  'functions of text':
    '`abs`, `round`, `floor`, `ceil` and the sign `-` read a text as a number on DuckDB. On Druid, the result is null or a text, or the query fails. To avoid this, use `cast`.',
  'type of a column':
    'An expression may read only columns that have no values. Some Druid queries then take its results for fractions: texts are null, and `1` is `1.0`. In a scan, `rowSignature` says `FLOAT`. DuckDB takes the type from the expression. To avoid this, set an `outputType`. Also, the `not` of an `interval` on such a column finds all events on Druid, and none on DuckDB.',
  'clock changes':
    'Druid refuses a timeseries or a topN if a clock change does not fit its granularity: the clock changes by half an hour (`Australia/Lord_Howe`), or skips the time at which a `period` begins. DuckDB answers. To avoid this, query by day or in UTC.',
  'whole segments':
    'On Druid, `segmentMetadata` ignores the filter, and describes whole segments (files with the events of one day). Its `cardinality` is that of the largest segment. Columns of numbers have no `minValue` and `maxValue`, and a column with nulls has no `minValue`.',
} as const;

/** The name of a difference. */
export type Difference = keyof typeof DIFFERENCES;

/**
 * What shows each entry, and so fails the day that it no longer happens: a case that Druid answers otherwise,
 * or the comparison over random queries. Null: it takes more events, or another Java, than the tests have.
 */
export const SHOWN_BY: Readonly<Record<Difference, 'a case' | 'random queries' | null>> = {
  'estimated counts': 'a case',
  'long rankings': null,
  'estimated quantiles': null,
  'mean of nothing': 'a case',
  'any value': 'a case',
  'same time': 'a case',
  'equal versions': 'a case',
  'numbers in text': 'random queries',
  'mixed types': 'random queries',
  failures: 'random queries',
  'characters beyond U+FFFF': 'a case',
  'empty groups': 'a case',
  'special letters': null,
  'empty replacements': 'random queries',
  'fractions as text': null,
  'notation of numbers': 'a case',
  'text on a column of numbers': 'random queries',
  'large whole numbers': 'random queries',
  'functions of text': 'random queries',
  'type of a column': 'a case',
  'clock changes': 'random queries',
  'whole segments': 'a case',
};

/** The entries that random queries should have shown, and did not: `listed` has the names of those shown. */
export function findStale(listed: ReadonlySet<string>): readonly string[] {
  return Object.entries(SHOWN_BY).flatMap(([name, by]) =>
    by === 'random queries' && !listed.has(name) ? [name] : [],
  );
}
