/**
 * The differences between the embedded engine and Druid, each with its reason. `docs/druid.md` lists them; a case, or a comparison over random
 * queries, that differs names one of them. What is not here is a defect.
 */
export const DIFFERENCES = {
  'estimated counts':
    'Distinct counts are estimates: `cardinality` of 3 values is 3.002, and `userCount` and sets of users are exact up to the `size` of the sketch (16,384 by default) and within 1 or 2 % beyond it. The embedded engine counts exactly.',
  'mean of nothing':
    '`doubleMean` over no values is 0 on Druid. The embedded engine says null: an average of nothing is unknown.',
  'any value': '`…Any` is whichever value Druid meets first. The embedded engine always takes the smallest.',
  'same time':
    'Among events of the same time, `…First`, `…Last` and the order of a scan are those in which Druid keeps the events, and pages of a scan may repeat such an event or leave it out. The embedded engine has one order, the same every time.',
  'order of a scan': 'Druid orders the events of a scan by `__time` alone; any other `orderBy` is a 400.',
  'equal versions':
    'In a topN by its dimension, values that the ordering takes for equal (`2.3` and `02.3` as versions or numbers) come in the opposite order on Druid.',
  'whole segments':
    'A `segmentMetadata` describes whole segments, which are days, whatever the interval and the filter are; its `cardinality` is the largest of a segment, numbers have no `minValue` and `maxValue`, and neither has the smallest text of a column with nulls.',
} as const;

/** The name of a difference. */
export type Difference = keyof typeof DIFFERENCES;
