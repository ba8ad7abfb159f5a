/**
 * The differences between the embedded engine and Druid, with reasons.
 * `docs/operate/cluster/differences.md` lists them; a
 * case, or a comparison over random queries, that differs names one of them. What is not here is a defect.
 */
export const DIFFERENCES = {
  'estimated counts':
    'Druid estimates distinct counts; DuckDB counts exactly. `userCount` and sets of users are exact up to 16,384 (the default of `size`), and within 1 or 2 % above it. `cardinality`, and the counts of the command `columns`, are within 4 % and have fractions: 3 values count as 3.002. A `having` compares the rounded count. Druid can count an empty text as a value. With `byRow`, it can count null, too.',
  'long rankings':
    'A topN by a metric is exact on Druid up to 100,000 values in each segment (a file with one day of events). With more values, a value can be missing, or its number too small. DuckDB is always exact.',
  'estimated quantiles':
    'Druid estimates every `histogram`. It also estimates a `quantilesDoublesSketch` of more than 256 values (2 × `k`, whose default is 128). The rank of a quantile, and the share of values in a bin, can be off by 1.7 %. DuckDB sorts all values.',
  'mean of nothing': '`doubleMean` over no values is 0 on Druid, and null on DuckDB.',
  'any value': '`stringAny` is any value on Druid, and always the smallest on DuckDB.',
  'same time':
    'Druid has no fixed order for events with the same time. So `…First` and `…Last` may take any of them. If you read a scan page by page, such an event may appear twice or not at all. DuckDB always has the same order.',
  'equal versions':
    'A topN by its dimension can order equal values differently. Equal are versions or numbers such as `2.3` and `02.3`, and values that differ only by a dash and a zero (`1` and `1-0.5`).',
  'numbers in text':
    'The values of an expression can all be texts that are no numbers, such as `abc`. Then sums, first and last values are 0 on Druid. A minimum is the largest number of the type, and a maximum is the smallest. Quantiles count each such text as 0. On DuckDB, all these results are null. To avoid the difference, set the `outputType` of the virtual column.',
  'mixed types':
    'An `if`, `nvl` or case can have results of different types, such as `1` and `0.5`. DuckDB gives them one type (`1.0` and `0.5`). Druid may keep both types. Then it writes `1` without a decimal point, and divides `1` by `2` to `0`. In `+` or `!`, it may read a text as a number. To avoid the difference, use `cast` on each result.',
  failures:
    'These fail on Druid, and are null or `"NaN"` on DuckDB: a whole number divided by zero; arithmetic on two texts; `replace` with null; bins between infinite values, or between 0 and the smallest fraction; a `zscore2sample` with more successes than members; `hyperUniqueCardinality` of anything but a `cardinality`. A `having` that compares a text with a number also fails on Druid. On DuckDB, it matches nothing.',
  'characters beyond U+FFFF':
    'Druid counts in UTF-16 units, DuckDB in characters. So on Druid, an emoji counts as two in `strlen`, `substring` and `replace`, and sorts before U+E000 to U+FFFF. A query that cuts an emoji in half may fail on Druid.',
  'empty groups':
    'A regular expression can extract no characters. Then Druid answers with an empty text, or with null if the match leaves the group out. DuckDB answers with null.',
  'special letters':
    'Some letters become several in upper or lower case. Druid writes several (`ß` as `SS`), DuckDB writes one (`ẞ`).',
  'empty replacements':
    'In an expression, `replace` of an empty text finds it around each character on Druid, and nowhere on DuckDB.',
  'fractions as text':
    'With a Java older than 19, Druid turns a few numbers into texts with more digits: `1.9999999999999998E23`. DuckDB gives the shortest text: `2.0E23`.',
  'notation of numbers':
    'Druid reads the texts `1d`, `0x1p3`, `NaN` and `Infinity` as numbers. DuckDB reads only plain decimal notation.',
  'text on a column of numbers':
    'A `selector`, or an `in` with one value, may compare a column of numbers with a value that the column cannot have. Examples are `abc`, and a fraction in a column of whole numbers. On DuckDB, this filter finds nothing. On Druid, it can find the events without a value, and a `timeBoundary` may fail.',
  'large whole numbers':
    'On Druid, sums, products and powers of whole numbers overflow beyond 64 bits. DuckDB adds in 128 bits. On DuckDB, an expression is null if its result does not fit into 64 bits. A `cast` of a larger fraction to `LONG` is 9223372036854775807 on Druid and 9223372036854774784 on DuckDB.',
  'functions of text':
    'On Druid, `abs`, `round`, `floor`, `ceil` and the sign `-` of a text are null or a text, or the query fails. DuckDB reads the text as a number. To avoid the difference, use `cast`.',
  'type of a column':
    'An expression can read only columns without values. If its virtual column has no `outputType`, some Druid queries treat the results as fractions: texts are null, and whole numbers have a decimal point. In a scan, `rowSignature` says `FLOAT`. DuckDB takes the type of the expression. To avoid the difference, set an `outputType`. One difference remains: on such a column, the `not` of an `interval` finds every event on Druid, and none on DuckDB.',
  'clock changes':
    'Druid refuses a timeseries or topN whose buckets do not follow a clock change. This happens if the clock changes by half an hour (`Australia/Lord_Howe`), or if the change skips the time at which buckets begin (a `period` with an `origin`). Query by day, or in UTC. DuckDB counts hours from the first one of the interval.',
  'whole segments':
    'On Druid, `segmentMetadata` describes whole segments (files with one day of events), and ignores the filter. The `cardinality` is that of the largest segment. Columns of numbers have no `minValue` and no `maxValue`. A column with nulls has no `minValue`.',
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
