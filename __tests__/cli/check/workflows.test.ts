import { mkdirSync, writeFileSync } from 'node:fs';
import { checkDestinations } from '../../../src/cli/check/destinations.ts';
import { checkStep, readStep } from '../../../src/cli/check/steps.ts';
import { readWorkflows } from '../../../src/cli/check/workflows.ts';
import { readRequests } from '../../../src/cli/requests.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const start = process.cwd();

const folder = emptyFolder();
process.chdir(folder);
mkdirSync('.github/workflows/folder.yml', { recursive: true });

afterAll(() => {
  process.chdir(start);
});

const CHECKOUT = '{ uses: actions/checkout@v5 }, ';
const SECRET = 'api-token: "${{ secrets.T }}"';
const stepWith = (inputs: string) =>
  `{ uses: insight-report/insight-report@v0, with: { config: config.yml, ${inputs} } }`;

/** What `check` says about jobs, each a text of YAML in flow style. */
async function messages(jobs: Readonly<Record<string, string>>) {
  const lines = Object.entries(jobs).map(([name, job]) => `  ${name}: { runs-on: ubuntu-latest, ${job} }\n`);
  writeFileSync('.github/workflows/a.yml', `on: [schedule, pull_request]\njobs:\n${lines.join('')}`);
  const { steps, findings } = await readWorkflows();
  const token = { 'api-token': 'tdpat_known', 'github-token': 'ghs_known' };
  const read = await Promise.all(
    steps.map((step) => readStep(step, (inputs) => readRequests({ ...inputs, ...token }, []))),
  );
  const found = read.flatMap((each) => [
    ...checkStep(each, false),
    ...each.requests.flatMap((request) =>
      checkDestinations(request, { steps: [each], repository: null, hasIds: true }),
    ),
  ]);
  return [...findings, ...found].map(
    ({ name, status, message }) => `${status} ${name.replace('.github/workflows/', '')}: ${message}`,
  );
}

test('each thing that would keep a step from reporting has a line', async () => {
  writeFileSync(
    'config.yml',
    `insights: 3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10
reports:
  weekly: { report-id: usage, post-to: pull-request }
  daily: {}
`,
  );
  const steps = (inputs: string, before = CHECKOUT) => `steps: [${before}${stepWith(inputs)}]`;
  const place = '.github/workflows/a.yml (job ';
  expect(
    await messages({
      good: `permissions: write-all, if: "github.event_name == 'pull_request'", ${steps(`${SECRET}, report: weekly`)}`,
      late: `permissions: write-all, if: "github.event_name == 'schedule'", ${steps(`${SECRET}, report: weekly`)}`,
      early: steps(`${SECRET}, report: daily`, ''),
      here: steps(`${SECRET}, report: daily, api-url: "http://127.0.0.1:8788"`),
      tokenless: steps('report: daily'),
      typed: steps('api-token: tdpat_typed, report: daily'),
      misspelt: steps(`${SECRET}, reports: daily, report: weakly`),
      several: `steps: [${CHECKOUT}${stepWith(`${SECRET}, report: daily`)}, ${stepWith(`${SECRET}, top: many`)}]`,
      open: steps(`${SECRET}, report: "\${{ inputs.report }}", top: many`),
    }),
  ).toEqual([
    `ok pull-request: ${place}good) has pull-requests: write`,
    `failed pull-request: ${place}late) runs on schedule, which belongs to no pull request`,
    'failed a.yml (job early): config names a file, and no step before checks the repository out',
    'ok summary: needs no permission',
    "warned a.yml (job here): api-url is this machine's own, which GitHub's runners cannot reach",
    'ok summary: needs no permission',
    'failed a.yml (job tokenless): has no api-token',
    'ok summary: needs no permission',
    'failed a.yml (job typed): holds the token itself, for everyone who can read the repository',
    'ok summary: needs no permission',
    'failed a.yml (job misspelt): report: got "weakly", which is not a report of the config file; expected any of weekly, daily. Did you mean weekly?',
    'warned a.yml (job misspelt): "reports" is not an input of the Action; did you mean report?',
    'ok summary: needs no permission',
    'failed a.yml (job several): top: got "many"; expected a whole number from 1 to 1000.',
  ]);
});

test('names and shapes that nobody expects are shown or passed over', async () => {
  const odd = `steps: [null, 1, [], { uses: [insight-report@] }, ${CHECKOUT}${stepWith(`${SECRET}, report: daily, "\\e[1m": 1`)}]`;
  expect(await messages({ '"a\\e[31m\\nb"': odd, c: 'steps: 3' })).toEqual([
    'warned a.yml (job a␛[31m␊b): "␛[1m" is not an input of the Action',
    'ok summary: needs no permission',
  ]);
});

test('a file that names the Action and is not YAML is reported', async () => {
  writeFileSync(
    '.github/workflows/broken.yml',
    'jobs:\n  a:\n      - uses: x/insight-report@v0\n     with: [\n',
  );
  writeFileSync('.github/workflows/other.yml', 'a: [');
  expect(await messages({})).toEqual([
    expect.stringMatching(
      /^failed broken\.yml: is not valid YAML, so GitHub does not run it: \S.* at line \d+, column \d+$/,
    ),
  ]);
});
