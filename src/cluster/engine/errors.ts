// Turns Druid's errors into those that the service reports.
import { DruidError } from '../druid-error.ts';
import { REFUSES } from '../druid-exchange.ts';
import {
  ClusterAwayError,
  CrowdedError,
  EngineError,
  QueryError,
  QueryTimeoutError,
} from '../../service/errors.ts';

/** The error that a caller sees for a Druid error. Others are returned unchanged. */
export function translateError(error: unknown): unknown {
  if (!(error instanceof DruidError)) return error;
  const options = { cause: error };
  switch (kindOf(error)) {
    case 'late':
      return new QueryTimeoutError(TOO_LATE, options);
    case 'crowded':
      return new CrowdedError('Other queries leave Druid no capacity for this one', options);
    case 'large':
      return new QueryError(null, TOO_LARGE, options);
    case 'zero':
      return new QueryError(null, DIVIDES_BY_ZERO, options);
    case 'unreadable':
      return new QueryError(null, 'Druid does not accept a part of the query', options);
    case 'refused':
      return new QueryError(null, `Druid does not accept the query: ${error.details.reason}`, options);
    case 'passing':
      return new ClusterAwayError(`Druid could not run the query now: ${error.message}`, options);
    case 'forbidden':
      return new ClusterAwayError(`${error.message}. ${REFUSES}`, { ...options, problem: REFUSES });
    case 'failed':
      return new EngineError(`Druid could not run the query: ${error.message}`, options);
  }
}

const TOO_LATE =
  'Druid took too long to answer the query and cancelled it. Use a shorter interval, or several queries.';
const TOO_LARGE =
  'The query needs more memory than Druid has for a query. Use a shorter interval, fewer groups or fewer outputs';
const DIVIDES_BY_ZERO =
  'An expression divides a whole number by zero, at which Druid fails. Divide by a double (`n / (m * 1.0)`), or leave zeros out with a filter';

/**
 * What an error means for the query's sender. After a `passing` one, the same query may succeed in a moment.
 */
type Kind =
  | 'passing'
  | 'forbidden'
  | 'late'
  | 'crowded'
  | 'large'
  | 'zero'
  | 'unreadable'
  | 'refused'
  | 'failed';

/** By Druid's names of errors and of their categories. */
const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['Query timeout', 'late'],
  ['TIMEOUT', 'late'],
  ['Query capacity exceeded', 'crowded'],
  ['CAPACITY_EXCEEDED', 'crowded'],
  ['Resource limit exceeded', 'large'],
  ['Query interrupted', 'passing'],
  ['Query cancelled', 'passing'],
  ['Truncated response context', 'passing'],
  ['Unsupported operation', 'refused'],
  ['Unsupported query', 'refused'],
  ['INVALID_INPUT', 'refused'],
  ['UNSUPPORTED', 'refused'],
]);

/** By Druid's message, for errors of which neither the name nor the category is in `KINDS`. */
const WORDS: readonly (readonly [RegExp, Kind])[] = [
  [/^Not enough (?:capacity|dictionary space|aggregation buffer)/, 'large'],
  [/^\/ by zero$/, 'zero'],
  [/^operator '.+' in expression .* is not supported on type /s, 'refused'],
];

/** Classes of errors that a server meets while another one goes or comes, whatever the query is. */
const PASSING_CLASSES =
  /^(?:java\.(?:io|net|nio|util\.concurrent)\.|com\.fasterxml\.jackson\.core\.(?:JsonParse|io\.JsonEOF)Exception|org\.jboss\.netty\.|org\.apache\.druid\.(?:segment\.SegmentMissingException|query\.QueryInterruptedException|discovery\.))/;
const PASSING =
  /Channel disconnected|Faulty channel|Connection (?:refused|reset)|No (?:default )?(?:server|broker)|Segments? missing|No content|Failure getting results|Query (?:interrupted|cancelled)|shutting? down/i;

/**
 * The kind of an error, by the surest sign that it has: Druid's name or category, else its message, else its
 * Java class. The HTTP status is last: Druid answers 500 to many mistakes in queries.
 */
function kindOf({ status, details: { error, category, errorClass, reason } }: DruidError): Kind {
  if (status === 403) return 'forbidden';
  const namedKind =
    KINDS.get(error) ?? KINDS.get(category) ?? WORDS.find(([words]) => words.test(reason))?.[1];
  if (namedKind !== undefined) return namedKind;
  if (status === 503 || PASSING_CLASSES.test(errorClass) || PASSING.test(reason)) return 'passing';
  if (errorClass.startsWith('com.fasterxml.jackson.')) return 'unreadable';
  if (status === 504) return 'late';
  return status === 429 ? 'crowded' : 'failed';
}
