/** Describes an answer that is a problem, and the headers that it always has. */
export const describeProblem = (description: string, headers: Headers = {}) => ({
  description,
  ...headersOf(headers),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** The answer of every path to a method that it does not support. */
export const OTHER_METHOD = {
  '405': describeProblem('The path does not support this method.', {
    Allow: 'The methods that it supports.',
  }),
};

/** How every path with a JSON body can refuse it. */
export const REFUSED_BODIES = {
  '413': describeProblem('The body is longer than 1 MiB. The connection is closed.'),
  '415': describeProblem('The content type is not application/json, or the body is compressed.'),
};

/** What every path can answer whatever the request. */
export const MALFORMED_REQUESTS = {
  '408': describeProblem('The request did not arrive in time. The connection is closed.'),
  '431': describeProblem('The headers are longer than 16 KiB together. The connection is closed.'),
  '500': describeProblem('The service failed.'),
};

/** What both operations can answer besides 200. */
export const REFUSALS = {
  '400': describeProblem(
    'The body is not JSON or not valid, or the query has too many parts (more than 500 aggregations, 1,000 filters or 20,000 values, say): `detail` says why, `path` where. Or the answer would be too long, or needs more memory than there is.',
  ),
  '401': describeProblem('There is no token, or it is unknown, expired or revoked.', {
    'WWW-Authenticate': 'Bearer',
  }),
  '402': describeProblem("The token's organization is on the free plan."),
  ...OTHER_METHOD,
  ...REFUSED_BODIES,
  ...MALFORMED_REQUESTS,
};

/** Describes an answer in JSON. */
export const describeJson = (description: string, schema: object) => ({
  description,
  content: { 'application/json': { schema } },
});

/** Describes a path that supports GET, and HEAD, which has no body. */
export const describeGet = (
  operationId: string,
  summary: string,
  answer: DescribedAnswer,
  others: DescribedAnswers = {},
) => ({
  get: {
    operationId,
    summary,
    responses: { '200': answer, ...others, ...OTHER_METHOD, ...MALFORMED_REQUESTS },
  },
  head: {
    summary: `${summary} Only headers.`,
    responses: {
      '200': { description: 'No body.' },
      ...Object.fromEntries(
        Object.entries(others).map(([status, { content: _, ...same }]) => [status, same]),
      ),
      ...MALFORMED_REQUESTS,
    },
  },
  options: describeOptions(),
});

interface DescribedAnswer {
  readonly description: string;
  readonly headers?: object;
  readonly content: object;
}
type DescribedAnswers = Readonly<Record<string, DescribedAnswer>>;

/** Describes a path's answer to OPTIONS, and its headers. */
export const describeOptions = (headers: Headers = { Allow: 'The methods.' }) => ({
  summary: 'The methods that this path supports.',
  responses: {
    '204': { description: 'Only headers.', ...headersOf(headers) },
    ...MALFORMED_REQUESTS,
  },
});

type Headers = Readonly<Record<string, string>>;

/** Describes the headers that an answer always has. */
export function headersOf(headers: Headers) {
  const described = Object.entries(headers).map(
    ([name, says]) => [name, { description: says, required: true, schema: { type: 'string' } }] as const,
  );
  return described.length === 0 ? {} : { headers: Object.fromEntries(described) };
}
