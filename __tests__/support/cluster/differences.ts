/**
 * The differences between the embedded engine and Druid, with reasons.
 * `docs/operate/cluster/differences.md` lists them; a
 * case, or a comparison over random queries, that differs names one of them. What is not here is a defect.
 */
export const DIFFERENCES = {
  'estimated counts':
    'Distinct counts, also those of the command `columns`, are estimates: `cardinality` of 3 values is 3.002 and of many values within 4 %; an empty text, or null by row, which does not count, counts beside certain others. A having spec reads the nearest whole number. `userCount` and sets of users are exact up to the `size` of the sketch (16,384 by default) and within 1 or 2 % beyond it. The embedded engine counts exactly.',
  'long rankings':
    'A topN by a metric is exact up to 100,000 values in each segment (a day). Beyond that, a value may be missing, or have the numbers of only some segments. The embedded engine is always exact.',
  'estimated quantiles':
    '`quantilesDoublesSketch` of more than 2 × `k` values (256 by default) and `histogram` are estimates on Druid: with `k` 128, a quantile is that of a rank within 1.7 %, and a bin has as many values too many or too few. The embedded engine sorts all values.',
  'mean of nothing':
    '`doubleMean` over no values is 0 on Druid. The embedded engine says null: an average of nothing is unknown.',
  'any value':
    '`stringAny` is whichever value Druid meets first. The embedded engine always takes the smallest.',
  'no bytes':
    'A text cut to `maxStringBytes: 0` is null on Druid, or stops the query. The embedded engine says `""`.',
  'same time':
    'Among events of the same time, `…First`, `…Last` and the order of a scan are those in which Druid keeps the events, and pages of a scan may repeat such an event or leave it out. The embedded engine has one order, the same every time.',
  'order of a scan': 'Druid orders the events of a scan by `__time` alone; any other `orderBy` is a 400.',
  'equal versions':
    'In a topN by its dimension, values that the ordering takes for equal (`2.3` and `02.3` as versions or numbers) come in another order on Druid, also those that differ only behind a dash and a zero (`1` and `1-0.5`).',
  'numbers in text':
    'Sums, minima and maxima of numbers over an expression that gives text, none of which is a number, are 0, or the largest or smallest number, on Druid, and first and last values are 0 and quantiles have a zero for each text that is no number. The embedded engine says null: nothing was added or compared. An `outputType` of the virtual column mends it.',
  'mixed types':
    '`if`, `nvl` and the cases may keep the type of each result on Druid: a whole number beside fractions is written without a point, which a filter on its text then finds or not, a condition and `+` take a number beside text for a number (`!if(c, 1, text)`), and a whole number beside fractions is divided and cut as one. The embedded engine gives all results one type. A `cast` of each result mends it.',
  failures:
    'A whole number divided by zero, arithmetic on two texts, `replace` with null, bins between infinite values or between 0 and the smallest fraction, a `zscore2sample` with more successes than members, `hyperUniqueCardinality` of what is not a `cardinality` and a having spec that compares text with a number stop a query on Druid. The embedded engine answers null or `"NaN"`, and such a having spec matches nothing. `hyperUniqueCardinality` of null is 0 on Druid.',
  'characters beyond U+FFFF':
    'Druid compares and cuts texts by UTF-16 units: characters beyond U+FFFF, such as emoji, come before U+E000 to U+FFFF, and count as two for `substring` and where `replace` puts something between characters; half of one may stop a query. The embedded engine goes by characters.',
  'fractions as text':
    'A few numbers have more digits as text on Druid (`1.9999999999999998E23`), unless its Java is 19 or newer. The embedded engine writes the shortest text (`2.0E23`).',
  'notation of numbers':
    'Druid takes `1d`, `0x1p3`, `NaN` and `Infinity` in text for numbers. For the embedded engine, only plain decimal notation is a number.',
  'text on a column of numbers':
    'A `selector` or an `in` with one text that is not a number, or not a whole one on a column of whole numbers, finds the events without a value in some queries on Druid. In the embedded engine, it finds nothing. A `timeBoundary` with it may fail on Druid.',
  'large whole numbers':
    'Sums of whole numbers, and products and powers of them in expressions, overflow beyond 64 bits on Druid. The embedded engine adds in 128 bits, and an expression that does not fit 64 is null.',
  'functions of text':
    '`abs`, `round`, `floor`, `ceil` and the sign `-` of text are null on Druid, and text by their type, or stop the query. The embedded engine reads the text as a number. A `cast` mends it.',
  'type of a column':
    'A virtual column without an `outputType` whose expression reads a column that no event has, or is null for each event, is a column of fractions in some queries on Druid: other texts are null there, and whole numbers have a point. The `rowSignature` of a scan calls it `FLOAT`, as it does others whose type Druid cannot tell. The embedded engine takes the type of the expression. An `outputType` mends it, but not that `not` of an `interval` on such a column finds every event on Druid, and none in the embedded engine.',
  'clock changes':
    'After a change of the clock within the interval, buckets go on as before it on Druid, where the clock changes by half an hour (`Australia/Lord_Howe`), or where they begin at a time of day that the change skips (a `period` with an `origin`). The embedded engine begins them with the clock. A timeseries or a topN with an event in such a bucket is refused on Druid: ask for days, or in UTC.',
  'whole segments':
    'A `segmentMetadata` describes whole segments, which are days, whatever the interval and the filter are; its `cardinality` is the largest of a segment, numbers have no `minValue` and `maxValue`, and neither has the smallest text of a column with nulls.',
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
  'characters beyond U+FFFF': 'random queries',
  'fractions as text': null,
  'notation of numbers': 'random queries',
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
