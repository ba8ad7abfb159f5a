/**
 * The differences between the embedded engine and Druid: what in a query, on Druid, on DuckDB.
 * `docs/operate/cluster/differences.md` lists them as a table; a
 * case, or a comparison over random queries, that differs names one of them. What is not here is a defect.
 */
export const DIFFERENCES = {
  'estimated counts':
    '`userCount` of more than 16,384 users | within 2 % | exact\n`cardinality`, and the counts of the command `columns` | within 4 %: 3 values can count as 3.002 | exact\ndistinct values | may count an empty text, or null with `byRow` | do not count them',
  'long rankings':
    'a topN, if the column has more than 100,000 values on a day | a value can be missing, or its number too small | exact',
  'estimated quantiles':
    'a `histogram`, or a `quantilesDoublesSketch` of more than 256 values | estimated: instead of the median, any value between the 48.3 % and the 51.7 % quantile | exact',
  'mean of nothing': '`doubleMean` without any values | 0 | null',
  'any value': '`stringAny` | any of the values | the smallest value',
  'same time':
    'several events with the same time | in any order | always in the same order\n`…First` and `…Last` of such events | any of them | always the same\na scan that is read page by page, over such events | may repeat or skip an event | has each event once',
  'equal versions':
    'equal values, such as the versions `2.3` and `02.3`, in a topN that is sorted by its column | may be in another order | always in the same order',
  'numbers in text':
    'the sum of texts without a number, such as `abc`, that an expression makes (to avoid the difference, set its `outputType`) | 0 | null\nthe minimum or maximum of such texts | the largest or smallest possible number | null\na quantile of such texts | counts each as 0 | null',
  'mixed types':
    'an `if`, `nvl` or case that returns `1` for some events, and `0.5` for others (to avoid the difference, use `cast` on each result) | may keep `1` a whole number, so that `1 / 2` is `0` | makes both a fraction\n`+` or `!` of such a result | may read a text as a number | does not',
  failures:
    'a whole number divided by zero, in an expression | fails | null\narithmetic on two texts | fails | null\n`replace` with null | fails | null\na `having` that compares a text with a number | fails | finds nothing\nbins of a histogram between infinite values, or between 0 and the smallest fraction | fail | null or `"NaN"`\na `zscore2sample` with more successes than members | fails | null or `"NaN"`\n`hyperUniqueCardinality` of another aggregation than `cardinality` | fails | null or `"NaN"`',
  'characters beyond U+FFFF':
    'an emoji in `strlen`, `substring` and `replace` | two characters. A query that cuts it in half may fail | one character\nan emoji in a sorted list | is before the characters U+E000 to U+FFFF | is after them',
  'empty groups': 'a regular expression that extracts no characters | an empty text, or null | null',
  'special letters': '`ß`, and a few letters like it, in upper case | `SS` | `ẞ`',
  'empty replacements':
    '`replace` of an empty text, in an expression | inserts the new text around each character | changes nothing',
  'fractions as text':
    'a few fractions as text, with a Java older than 19 | `1.9999999999999998E23` | `2.0E23`',
  'notation of numbers': 'the texts `1d`, `0x1p3`, `NaN` and `Infinity` | are numbers | are no numbers',
  'text on a column of numbers':
    'a filter that compares a column of numbers with `abc`, or of whole numbers with a fraction | may find the events without a value | finds nothing\na `timeBoundary` with such a filter | may fail | finds nothing',
  'large whole numbers':
    'a sum of whole numbers beyond 64 bits | wrong: it overflows | right\na product or power of whole numbers beyond 64 bits | wrong: it overflows | null\n`cast` of a fraction beyond 64 bits to `LONG` | 9223372036854775807 | 9223372036854774784',
  'functions of text':
    '`abs`, `round`, `floor`, `ceil` or the sign `-` of a text (to avoid the difference, use `cast`) | null or a text, or fails | reads the text as a number',
  'type of a column':
    'an expression that reads only columns without values (to avoid the difference, set its `outputType`) | may be a fraction: texts are null, and `1` is `1.0` | has the type of the expression\n`rowSignature` of such a column, in a scan | `FLOAT` | the type of the expression\nthe `not` of an `interval` on such a column | finds all events | finds none',
  'clock changes':
    'a timeseries or topN by hours, in a zone whose clock changes by half an hour, such as `Australia/Lord_Howe` | refused: query by day, or in UTC | answered\na `period` that begins at a time that a clock change skips | refused | answered',
  'whole segments':
    '`segmentMetadata` with a filter | ignores the filter, and describes whole segments (files with the events of one day) | describes the events that match\n`cardinality` in a `segmentMetadata` | that of the largest segment | that of all events\n`minValue` and `maxValue` in a `segmentMetadata` | missing for numbers. `minValue` is also missing for a column with nulls | there for all columns',
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
