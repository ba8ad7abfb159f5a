// A workflow that pastes an output into a `run:` line runs nothing that an event, a config file or an answer
// of GitHub's says.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { closeGitHub, startGitHub } from '../support/github/stand-in.ts';
import { runAction } from '../support/run-action.ts';
import { addOrganization, serviceOfFile } from '../support/service/service-of-file.ts';
import { emptyFolder } from '../support/temporary-files.ts';

const INSIGHT = '8A41D2F0-6C1E-4B7D-9D11-2E5A0C7B4F33';
/** Each makes a file if a shell runs it. */
const ATTACKS = [
  '9$(touch a)',
  '9`touch a`',
  "9'; touch a; '",
  '9"; touch a; "',
  '9\'"\'"; touch a',
  '9;touch a',
  '9|touch a',
  '9&touch a',
  '9 touch a',
  '9\ntouch a',
  '9 > a',
  '9\\"; touch a #',
];
/** How people paste: every kind of quotes, in an argument and in a value. */
const LINES = [
  ...['echo OUTPUT', 'echo "OUTPUT"', "echo 'OUTPUT'", 'A=OUTPUT', 'A="OUTPUT"', "A='OUTPUT'"],
  ...['cat <<END\nOUTPUT\nEND', '[ "OUTPUT" = 1 ]'],
];

/** The files that a shell makes in an empty folder. */
function filesOf(line: string): readonly string[] {
  const folder = emptyFolder();
  try {
    execFileSync('bash', ['-c', line], { cwd: folder, stdio: 'ignore' });
  } catch {
    // A line that is no command of the shell's runs nothing.
  }
  return readdirSync(folder);
}

test.each(ATTACKS)('no output runs %j, whatever quotes it is pasted into', async (attack) => {
  const service = await serviceOfFile();
  const github = await startGitHub();
  const token = await addOrganization(service, 'a');
  const days = Array.from({ length: 40 }, (_, index) => index);
  await service.importEvents(
    'a',
    days.map((day) => ({
      timestamp: new Date(Date.now() - (day % 20) * 86_400_000 - 60_000).toISOString(),
      appID: 'a',
      clientUser: `u${day}`,
      type: 'e',
      payload: { systemVersion: attack },
    })),
  );
  const query = {
    queryType: 'topN',
    granularity: 'all',
    aggregations: [{ type: 'userCount' }],
    dimension: { type: 'default', dimension: 'systemVersion', outputName: 'systemVersion' },
    metric: { type: 'numeric', metric: 'Users' },
    threshold: 10,
  };
  await service.store.insights.add('a', [{ id: INSIGHT, name: 'os', query }]);
  const pull = github.addPull();
  const title = attack.replaceAll('\n', ' ');
  const { outputs } = await runAction({
    inputs: {
      'api-token': token,
      'api-url': service.url,
      'github-token': 'ghs_workflow0123456789',
      insights: `os: { id: ${INSIGHT}, kind: versions }`,
      thresholds: JSON.stringify([{ insight: 'os', assert: 'total() < 1', title }]),
      compare: 'none',
      'post-to': 'pull-request',
    },
    event: 'pull_request',
    payload: { number: pull.number, pull_request: { number: pull.number } },
    env: { GITHUB_API_URL: github.url },
  });
  await closeGitHub(github);
  expect(JSON.parse(outputs['failed-thresholds'] ?? '')).toMatchObject([{ title }]);
  // Words and paths are no commands, whatever quotes they are in.
  const pasted = Object.entries(outputs).filter(([, output]) => /[^\w./:-]/.test(output));
  expect(pasted.map(([name]) => name)).toContain('failed-thresholds');
  for (const [name, output] of pasted)
    for (const line of LINES)
      expect([name, line, filesOf(line.replace('OUTPUT', () => output))]).toEqual([name, line, []]);
});
