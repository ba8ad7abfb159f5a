import { serveLog } from '../../src/cli/serve-log.ts';
import { DruidError, readDruidError } from '../../src/cluster/druid-error.ts';
import { ClusterAnswerError, ClusterAwayError, EngineError } from '../../src/service/errors.ts';

const SECRET = 'user-a9';
const said = readDruidError(
  JSON.stringify({
    error: 'Unknown exception',
    errorMessage: `no ${SECRET}`,
    errorClass: 'java.lang.NullPointerException',
  }),
);
const druid = new DruidError(500, said, `POST /druid/v2 at broker: 500, no ${SECRET}`);
const named = readDruidError(JSON.stringify({ error: `no column "${SECRET}"` }));

test.each([
  [
    'a cluster that is away',
    503,
    new ClusterAwayError('POST /druid/v2 at broker:8082: ECONNREFUSED'),
    'ClusterAwayError: POST /druid/v2 at broker:8082: ECONNREFUSED',
  ],
  [
    'a page instead of an answer',
    500,
    new ClusterAnswerError('redirects to x. Check --druid'),
    'EngineError: redirects to x. Check --druid',
  ],
  [
    'an error of Druid',
    500,
    new EngineError(druid.message, { cause: druid }),
    'EngineError: Druid answered with 500 Unknown exception java.lang.NullPointerException',
  ],
  [
    'a sentence of Druid',
    500,
    new EngineError(SECRET, { cause: new DruidError(500, named, SECRET) }),
    'EngineError: Druid answered with 500',
  ],
  ['any other error', 500, new EngineError(`no ${SECRET}`), 'EngineError'],
])('of %s the log gives the reason, and no value of the query', (_, status, error, expected) => {
  const lines: string[] = [];
  const logIn = (format: 'text' | 'json') =>
    serveLog(format, true, { env: {}, stderr: { write: (line: string) => lines.push(line) } } as never);
  for (const format of ['text', 'json'] as const) {
    const [method, route] = ['POST', '/api/v4/query/tql'];
    logIn(format).request({ method, route, status, durationMs: 4, address: null, client: null, error });
  }
  const [text = '', json = ''] = lines;
  expect(text.replace(/^\S+/, '')).toBe(` POST /api/v4/query/tql ${status} 4 ms ${expected}\n`);
  const [name, ...reason] = expected.split(': ');
  expect(JSON.parse(json)).toMatchObject(
    reason.length === 0 ? { error: name } : { error: name, reason: reason.join(': ') },
  );
  expect(lines.join('')).not.toContain(SECRET);
});

test('a line of the log that cannot be written is counted', async () => {
  const write = (_line: string, onWritten?: (error?: Error) => void) => onWritten?.(new Error('ENOSPC'));
  const { warn, lostLines } = serveLog('text', false, { env: {}, stderr: { write } } as never);
  warn('one');
  warn('two');
  expect(await lostLines.measure()).toBe(2);
});
