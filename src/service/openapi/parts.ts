type Headers = Readonly<Record<string, string>>;

/** An answer that is a problem, with the headers that always come with it and what they say. */
export const problem = (description: string, headers: Headers = {}) => ({
  description,
  ...headersOf(headers),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** An answer in JSON. */
export const json = (description: string, schema: object) => ({
  description,
  content: { 'application/json': { schema } },
});

/** What a path answers to OPTIONS, with what it allows and other headers. */
export const options = (headers: Headers = {}) => ({
  summary: 'Which methods this path takes.',
  responses: {
    '204': { description: 'Nothing but headers.', ...headersOf({ Allow: 'The methods.', ...headers }) },
    ...UNREADABLE,
  },
});

/** What is answered before a request is one, by every path. */
export const UNREADABLE = {
  '408': problem('The request did not arrive in time. The connection is closed.'),
  '431': problem('The headers are longer than 16 KiB together. The connection is closed.'),
  '500': problem('The service failed.'),
};

/** What every path that takes a body in JSON can refuse. */
export const REFUSED_BODIES = {
  '413': problem('The body is longer than 1 MiB. The connection is closed.'),
  '415': problem('The content type is not application/json, or the body is compressed.'),
};

/** Another method than those that a path takes. */
export const OTHER_METHOD = {
  '405': problem('Another method than this path takes.', { Allow: 'The methods that it takes.' }),
};

function headersOf(headers: Headers) {
  const described = Object.entries(headers).map(
    ([name, says]) => [name, { description: says, required: true, schema: { type: 'string' } }] as const,
  );
  return described.length === 0 ? {} : { headers: Object.fromEntries(described) };
}
