// Takes secrets out of results, so that nothing that is rendered, posted or written to a file has one.
// `reports.ts` calls it at the end. Pure.
import { redact } from '../../text/redact.ts';
import type { InsightResult, ReleaseResult, Verdict } from '../results/results.ts';

/** A result with `***` in place of every secret in its texts: an event, a title or an error may hold one. */
export function redactResult<T extends InsightResult | ReleaseResult | Verdict>(
  result: T,
  secrets: readonly string[],
): T {
  const redacted = Object.entries<unknown>({ ...result }).map(([key, value]) => [
    key,
    OURS.has(key) ? value : redactValue(value, secrets),
  ]);
  const error = 'error' in result && {
    ...result.error,
    message: redact(result.error.message, secrets),
  };
  return { ...Object.fromEntries(redacted), ...(error && { error }) } as T;
}

/** The keys of results whose texts are always our own. */
const OURS: ReadonlySet<string> = new Set([
  'status',
  'outcome',
  'unit',
  'advice',
  'good',
  'queryType',
  'timezone',
  'interval',
  'compare',
  'history',
]);

/**
 * Redacts the strings of a plain value, at any depth. Our own keys stay: other programs read them. Those of
 * `NAMED_OUTSIDE` are names that a query gave.
 */
function redactValue(value: unknown, secrets: readonly string[], isNamed = false): unknown {
  if (typeof value === 'string') return redact(value, secrets);
  if (Array.isArray(value)) return value.map((each) => redactValue(each, secrets, isNamed));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      isNamed ? redact(key, secrets) : key,
      redactValue(each, secrets, isNamed || NAMED_OUTSIDE.has(key)),
    ]),
  );
}

/** The fields below which keys are names from outside, too: an aggregation may be called anything. */
const NAMED_OUTSIDE: ReadonlySet<string> = new Set(['values', 'query', 'queries']);
