import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly {
    readonly uses?: string;
    readonly run?: string;
    readonly with?: Record<string, unknown>;
  }[];
}
interface Workflow {
  readonly on: unknown;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const FOLDER = new URL('../../.github/workflows/', import.meta.url);
const files = readdirSync(FOLDER);

/** Every job that may do more than read. */
const WRITERS = {
  'release.yml attest': { contents: 'read', 'id-token': 'write', attestations: 'write' },
  'release.yml npm': { contents: 'read', 'id-token': 'write' },
  'release.yml container': { contents: 'read', packages: 'write' },
  'release.yml release': { contents: 'write' },
};

test('the jobs that may write are these', () => {
  const found = files.flatMap((file) =>
    Object.entries(workflowOf(file).jobs).flatMap(([name, { permissions }]) =>
      permissions ? [[`${file} ${name}`, permissions] as const] : [],
    ),
  );
  expect(Object.fromEntries(found)).toEqual(WRITERS);
});

describe.each(files)('%s', (file) => {
  const text = readFileSync(new URL(file, FOLDER), 'utf8');
  const { permissions, jobs } = workflowOf(file);
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  test('a workflow reads, unless a job says otherwise', () => {
    expect(permissions).toEqual({ contents: 'read' });
  });

  test('a workflow pins its actions by commit, and says which version that is', () => {
    const lines = text.split('\n').filter((line) => /^\s*(- )?uses:/.test(line));
    expect(lines).toHaveLength(steps.filter(({ uses }) => uses !== undefined).length);
    for (const line of lines) expect(line).toMatch(/uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('a workflow keeps the token of a checkout only where it pushes', () => {
    for (const job of Object.values(jobs)) {
      const isPushing = job.steps.some(({ run }) => run?.includes('git push') === true);
      for (const { uses, with: given } of job.steps) {
        if (uses?.startsWith('actions/checkout@') !== true) continue;
        expect(given?.['persist-credentials']).toBe(isPushing ? undefined : false);
      }
    }
  });

  test('a workflow runs no text from an event, never as the base of a pull request, and ends by itself', () => {
    for (const { run } of steps) expect(run ?? '').not.toMatch(/\$\{\{\s*github\./);
    expect(text).not.toContain('pull_request_target');
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0);
  });
});

function workflowOf(file: string) {
  return parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Workflow;
}
