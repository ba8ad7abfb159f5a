import { redactResult } from '../../../src/report/run/redact.ts';
import { judged, threshold, users } from '../gate/fixtures.ts';

const SECRET = 'tdpat_secret0123456789';

test('no text of a verdict holds a secret, whichever of its inputs it came from', async () => {
  const policies = { title: `drop ${SECRET}`, warn: `share("${SECRET}") < 1%`, reason: `as ${SECRET} says` };
  const os = users(
    [
      ['a', 90],
      [SECRET, 10],
    ],
    { name: SECRET },
  );
  const verdict = await judged(os, threshold(`share("${SECRET}") < 20%`, { ...policies, insight: SECRET }));
  const redacted = redactResult(verdict, ['', SECRET]);
  expect(JSON.stringify(verdict)).toContain(SECRET);
  expect(JSON.stringify(redacted)).not.toContain(SECRET);
  expect(redacted).toMatchObject({
    title: 'drop ***',
    outcome: 'warned',
    message:
      'drop ***: warned, 10% (10 of 100 users), limit: below 20%, warns at or above 1%; at or above the warning level of 1%',
  });
});

test('no version that could be required holds a secret', () => {
  const version = `${SECRET} 17`;
  const rows = [{ version, lost: 1, share: 0.1, history: [], expected: null }];
  const versions = { keep: 0.98, users: 10, families: [{ word: SECRET, minimum: version, rows, more: 0 }] };
  const redacted = redactResult({ ...users([['a', 10]]), versions }, [SECRET]);
  expect(JSON.stringify(redacted)).not.toContain(SECRET);
  expect(redacted).toMatchObject({ versions: { families: [{ word: '***', minimum: '*** 17' }] } });
});
