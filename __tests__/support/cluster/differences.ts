/**
 * The differences between the embedded engine and Druid, with reasons.
 * `docs/operate/cluster/differences.md` lists them; a
 * case, or a comparison over random queries, that differs names one of them. What is not here is a defect.
 */
export const DIFFERENCES = {
  'estimated counts':
    'Druid estimates distinct counts. `userCount` and sets of users are exact up to 16,384 (the default of `size`), and within 1 or 2 % above it. `cardinality`, and the counts of the command `columns`, are within 4 % and have fractions: 3 values count as 3.002. A `having` compares the rounded count. Druid can count an empty text as a value, and with `byRow` also null. The embedded engine counts exactly.',
  'long rankings':
    'Druid’s topN by a metric is exact if no segment (a file with one day of events) has more than 100,000 values. Otherwise a value can be missing, or its number too small. The embedded engine is always exact.',
  'estimated quantiles':
    'Druid estimates every `histogram`, and a `quantilesDoublesSketch` of more than 256 values (2 × `k`, whose default is 128). The rank of a quantile, and the share of values in a bin, is then off by up to 1.7 %. The embedded engine sorts all values.',
  'mean of nothing': '`doubleMean` over no values is 0 on Druid, and null in the embedded engine.',
  'any value':
    'On Druid, `stringAny` is the first value that Druid happens to read. The embedded engine always takes the smallest.',
  'same time':
    'For events with the same time, Druid has no fixed order. So `…First` and `…Last` may take any of them, and if you read a scan page by page, such an event may appear twice or not at all. The embedded engine always has the same order.',
  'equal versions':
    'If a topN is ordered by its dimension, the engines may order two values differently: equal versions or numbers (`2.3` and `02.3`), and values that differ only by a dash and a zero (`1` and `1-0.5`).',
  'numbers in text':
    'If all values of an expression are texts such as `abc`, which are no numbers, Druid answers 0 for sums, first and last values. For a minimum, Druid answers the largest number of the type; for a maximum, the smallest. Quantiles count each such text as 0. In the embedded engine, all these results are null. To avoid the difference, set the `outputType` of the virtual column.',
  'mixed types':
    'An `if`, `nvl` or case can have results of different types, such as `1` and `0.5`. The embedded engine gives them one type (`1.0` and `0.5`); Druid may keep the type of each. Then Druid writes `1` as a text without a decimal point, divides `1` by `2` to `0`, and in `+` or `!` may read a text as a number. To avoid the difference, use `cast` on each result.',
  failures:
    'The following fails on Druid, while the embedded engine answers null or `"NaN"`: a whole number divided by zero; arithmetic on two texts; `replace` with null; bins between infinite values, or between 0 and the smallest fraction; a `zscore2sample` with more successes than members; `hyperUniqueCardinality` of anything but a `cardinality`. A `having` that compares a text with a number also fails on Druid; in the embedded engine, it matches nothing.',
  'characters beyond U+FFFF':
    'Druid counts in UTF-16 units, the embedded engine in characters. So on Druid, an emoji counts as two in `strlen`, `substring` and `replace`, and sorts before U+E000 to U+FFFF. If an expression cuts an emoji in half, the query may fail.',
  'empty groups':
    'If a regular expression extracts no characters, Druid answers with an empty text, or with null if the match leaves the group out. The embedded engine answers with null.',
  'special letters':
    'Druid writes letters that become several in upper or lower case as several (`ß` as `SS`). The embedded engine writes one letter (`ẞ`).',
  'empty replacements':
    'In an expression, Druid’s `replace` finds an empty text around each character. The embedded engine finds it nowhere.',
  'fractions as text':
    'With a Java older than 19, Druid turns a few numbers into texts with more digits: `1.9999999999999998E23`. The embedded engine gives the shortest text: `2.0E23`.',
  'notation of numbers':
    'Druid reads the texts `1d`, `0x1p3`, `NaN` and `Infinity` as numbers. The embedded engine reads only plain decimal notation.',
  'text on a column of numbers':
    'A `selector` (or an `in` with one value) may compare a column of numbers with a value that the column cannot have: `abc`, or a fraction in a column of whole numbers. In the embedded engine, this filter finds nothing. In some Druid queries, it finds the events without a value; a `timeBoundary` may fail.',
  'large whole numbers':
    'On Druid, sums, products and powers of whole numbers overflow beyond 64 bits. The embedded engine adds in 128 bits; an expression whose result does not fit into 64 bits is null.',
  'functions of text':
    'On Druid, `abs`, `round`, `floor`, `ceil` and the sign `-` of a text are null or a text, or the query fails. The embedded engine reads the text as a number. To avoid the difference, use `cast`.',
  'type of a column':
    'If an expression reads only columns without values, and its virtual column has no `outputType`, some Druid queries treat the virtual column as fractions: its texts are null, and its whole numbers have a decimal point. In a scan, `rowSignature` says `FLOAT`. The embedded engine takes the type of the expression. To avoid the difference, set an `outputType`. One difference remains: on such a column, the `not` of an `interval` finds every event on Druid, and none in the embedded engine.',
  'clock changes':
    'A timeseries or topN is refused on Druid if its buckets would not follow a clock change. This happens if the clock changes by half an hour (`Australia/Lord_Howe`), or if the change skips the time at which buckets begin (a `period` with an `origin`). Query by day, or in UTC. The embedded engine counts hours from the first one of the interval.',
  'whole segments':
    'On Druid, `segmentMetadata` describes whole segments (files with one day of events), and ignores the filter. The `cardinality` is that of the largest segment. Columns of numbers have no `minValue` and no `maxValue`, and a column with nulls has no `minValue`.',
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
