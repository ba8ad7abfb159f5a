// Finds the numbers that a verdict shows of the comparison that decided it: value, limit, sample, bucket.
// Called by `decide.ts`.
import { completeBuckets } from '../../compare/complete-buckets.ts';
import type { FunctionCall } from '../../expression/calls.ts';
import { tokenize } from '../../expression/tokens.ts';
import { isOneBucket } from '../../tables/companion-queries.ts';
import type { GateReader } from '../evidence/gate-evidence.ts';
import { outputFacts } from '../evidence/outputs.ts';
import { type DecidingComparison, writtenUnit } from './deciding-comparison.ts';
import { NO_NUMBERS, type ShownNumbers } from './judgement.ts';
import { findCounts, findSample } from './sample.ts';

/** The numbers of the comparison that decided; without one, no more than the sample. */
export function findShownNumbers(deciding: DecidingComparison | null, reader: GateReader): ShownNumbers {
  const sample = findSample(deciding, reader);
  if (deciding === null) return { ...NO_NUMBERS, sample };
  const { subject, operator, limitText, value, limit, call, isLimitRead } = deciding;
  const unit = writtenUnit(call, limitText, call && reader.insight(call.insight));
  const counts = findCounts(deciding, reader);
  return {
    value,
    limit,
    subject,
    needs: `${operator} ${limitText}`,
    unit,
    sample,
    read: call?.name ?? null,
    bucket: call && findBucket(call, reader),
    isCount: unit === 'number' && isCountRead(deciding, reader),
    isLimitRead,
    ...(counts.length === 0 ? {} : { counts }),
  };
}

/** The bucket that `first()` or `last()` read: a bucket that is still filling is never one of these. */
function findBucket({ name, insight }: FunctionCall, reader: GateReader): ShownNumbers['bucket'] {
  if (name !== 'first' && name !== 'last') return null;
  const { insight: read, nowMs } = reader.evidence(insight);
  const row = completeBuckets(read, nowMs).at(name === 'first' ? 0 : -1);
  if (row === undefined || isOneBucket(read.query)) return null;
  return { startMs: Date.parse(row.key), granularity: read.query.granularity, timezone: read.timezone };
}

/** The functions that can read a count of users or events. */
const COUNT_FUNCTIONS: ReadonlySet<string> = new Set([
  'value',
  'previous',
  'total',
  'previousTotal',
  'first',
  'last',
]);

/** Whether a value is a count, or a sum or a difference of some: a quotient of counts is none. */
function isCountRead({ calls, subject }: DecidingComparison, reader: GateReader): boolean {
  const isCountOf = ({ name, insight: named, output }: FunctionCall): boolean => {
    const insight = reader.insight(named);
    const counted = output ?? insight.metric;
    return COUNT_FUNCTIONS.has(name) && counted !== null && outputFacts(insight, counted).isPart;
  };
  // As a token: the key of a row, `value("iOS / iPhone")`, may hold a slash, too.
  const divides = tokenize(subject).some(({ kind, text }) => kind === 'sign' && text === '/');
  return calls.length > 0 && !divides && calls.every(isCountOf);
}
