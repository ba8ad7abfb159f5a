// The paths to which queries are posted, at the service and at the page of `explore`.

/** The operation of TelemetryDeck's API that runs a query. */
export const RUN_QUERY = '/api/v4/query/tql';
/** An operation that only this service has: it tells how a query would be run. */
export const EXPLAIN_QUERY = `${RUN_QUERY}/explain`;
