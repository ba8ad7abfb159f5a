import { CrowdedError, EngineError, QueryError, QueryTimeoutError } from '../../../errors.ts';
import { DruidError } from '../../../cluster/druid-error.ts';

/** The error that a caller sees for an error of Druid's. Others are given back as they are. */
export function translateError(error: unknown): unknown {
  if (!(error instanceof DruidError)) return error;
  const options = { cause: error };
  switch (kindOf(error)) {
    case 'late':
      return new QueryTimeoutError(TOO_LATE, options);
    case 'crowded':
      return new CrowdedError('Other queries leave Druid no capacity for this one', options);
    case 'large':
      return new QueryError(null, `Druid has not enough memory for the query: ${error.reason}`, options);
    case 'refused':
      return new QueryError(null, `Druid does not accept the query: ${error.reason}`, options);
    case 'failed':
      return new EngineError(`Druid could not run the query: ${error.message}`, options);
  }
}

const TOO_LATE =
  'Druid took too long to answer the query and cancelled it. Ask for a shorter interval or less in one query.';

type Kind = 'late' | 'crowded' | 'large' | 'refused' | 'failed';

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['Query timeout', 'late'],
  ['TIMEOUT', 'late'],
  ['Query capacity exceeded', 'crowded'],
  ['CAPACITY_EXCEEDED', 'crowded'],
  ['Resource limit exceeded', 'large'],
  ['Unsupported operation', 'refused'],
  ['Unsupported query', 'refused'],
  ['INVALID_INPUT', 'refused'],
  ['UNSUPPORTED', 'refused'],
]);

function kindOf({ status, error, category }: DruidError): Kind {
  return KINDS.get(error) ?? KINDS.get(category) ?? (status === 504 ? 'late' : status === 429 ? 'crowded' : 'failed');
}
