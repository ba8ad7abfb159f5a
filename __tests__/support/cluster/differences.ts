/**
 * The differences between the embedded engine and Druid, with reasons.
 * `docs/operate/cluster/differences.md` lists them; a
 * case, or a comparison over random queries, that differs names one of them. What is not here is a defect.
 */
export const DIFFERENCES = {
  'estimated counts':
    'Druid estimates distinct counts. `userCount` and sets of users are exact up to the `size` of the sketch (16,384 by default). Above this size, they are within 1 or 2 %. `cardinality`, and the counts of the command `columns`, are within 4 %; of 3 values, the count is 3.002. A having spec rounds these counts. Empty texts, and nulls by row, can count as a value. The embedded engine counts exactly.',
  'long rankings':
    'Druid’s topN by a metric is exact up to 100,000 values in each segment (a day). Beyond that, a value may be missing, or have the numbers of only some segments. The embedded engine is always exact.',
  'estimated quantiles':
    'Druid estimates a `quantilesDoublesSketch` of more than 2 × `k` values (256 by default), and every `histogram`. With `k` 128, the rank of a quantile is off by up to 1.7 %, and so is the share of values in a bin. The embedded engine sorts all values.',
  'mean of nothing': '`doubleMean` over no values is 0 on Druid, and null in the embedded engine.',
  'any value':
    '`stringAny` is any value that Druid meets first. The embedded engine always takes the smallest.',
  'no bytes':
    'A text cut to `maxStringBytes: 0` is null on Druid, or stops the query. In the embedded engine it is `""`.',
  'same time':
    'If events have the same time, Druid chooses their order for `…First`, `…Last` and a scan. Pages of a scan may repeat such an event or leave it out. The embedded engine always has the same order.',
  'order of a scan': 'Druid can order a scan by `__time` only; any other `orderBy` is a 400.',
  'equal versions':
    'In a topN by its dimension, Druid has another order than the embedded engine for values that count as equal (`2.3` and `02.3` as versions or numbers), and for values that differ only by a dash and a zero (`1` and `1-0.5`).',
  'numbers in text':
    'If an expression gives text, and none of it is a number, Druid answers 0 for sums, first and last values, and the largest or smallest number for minima and maxima. Quantiles count each such text as 0. In the embedded engine, all these results are null. Set the `outputType` of the virtual column to avoid the difference.',
  'mixed types':
    'If the results of `if`, `nvl` or a case have different types, Druid may keep the type of each. A whole number as text then has no point, so filters on text differ. Whole numbers are divided as whole numbers, so the fraction is cut off. A text next to a number can become a number in `+` and in conditions (`!if(c, 1, text)`). The embedded engine gives all results one type. Use `cast` on each result to avoid the difference.',
  failures:
    'Some queries fail on Druid, although the embedded engine answers null or `"NaN"`: a whole number divided by zero, arithmetic on two texts, `replace` with null, bins between infinite values or between 0 and the smallest fraction, a `zscore2sample` with more successes than members, `hyperUniqueCardinality` of anything but a `cardinality` (of null it is 0 on Druid), and a having spec that compares text with a number (it matches nothing).',
  'characters beyond U+FFFF':
    'Druid counts in UTF-16 units, the embedded engine in characters. So on Druid an emoji counts as two for `substring` and `replace`, sorts before U+E000 to U+FFFF, and half of one may stop a query.',
  'fractions as text':
    'With a Java older than 19, Druid writes a few numbers with more digits as text: `1.9999999999999998E23`. The embedded engine writes the shortest text: `2.0E23`.',
  'notation of numbers':
    'Druid reads `1d`, `0x1p3`, `NaN` and `Infinity` in text as numbers. The embedded engine reads only plain decimal notation.',
  'text on a column of numbers':
    'A `selector` or an `in` with one text that is no number, on a column of numbers, finds events without a value in some Druid queries. A fraction on a column of whole numbers does, too. In the embedded engine, such filters find nothing. A `timeBoundary` with such a filter may fail on Druid.',
  'large whole numbers':
    'On Druid, sums, products and powers of whole numbers overflow beyond 64 bits. The embedded engine adds in 128 bits; an expression whose result does not fit into 64 bits is null.',
  'functions of text':
    '`abs`, `round`, `floor`, `ceil` and the sign `-` of a text are null on Druid, typed as text, or stop the query. The embedded engine reads the text as a number. Use `cast` to avoid the difference.',
  'type of a column':
    'If an expression reads only columns without values, and its virtual column has no `outputType`, some Druid queries take the virtual column for a column of fractions: its texts are null, and its whole numbers have a point. The `rowSignature` of a scan calls columns of unknown type `FLOAT`. The embedded engine takes the type of the expression. Set an `outputType` to avoid the difference. An `outputType` does not help in one case: `not` of an `interval` on such a column finds every event on Druid, and none in the embedded engine.',
  'clock changes':
    'Druid does not always follow a clock change within the interval. If the clock changes by half an hour (`Australia/Lord_Howe`), or if the change skips the time at which buckets begin (a `period` with an `origin`), Druid’s buckets keep their old beginning. The embedded engine follows the clock. On Druid, a timeseries or a topN with an event in such a bucket is refused: query by day, or in UTC.',
  'whole segments':
    '`segmentMetadata` on Druid describes whole segments (days), whatever the interval and the filter are. The `cardinality` is the one of the largest segment. Numbers have no `minValue` and `maxValue`, and a column with nulls has no smallest text.',
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
  'no bytes': 'random queries',
  'same time': 'a case',
  'order of a scan': 'a case',
  'equal versions': 'a case',
  'numbers in text': 'random queries',
  'mixed types': 'random queries',
  failures: 'random queries',
  'characters beyond U+FFFF': 'a case',
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
