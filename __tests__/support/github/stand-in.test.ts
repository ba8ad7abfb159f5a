import { findOperation } from './description.ts';
import { startGitHub, WORKFLOW, type StandIn } from './stand-in.ts';

let github: StandIn;

beforeEach(async () => {
  github = await startGitHub({ tokens: { ghs_workflow: WORKFLOW } });
});

afterEach(() => github.close());

async function ask(method: string, path: string, body?: unknown): Promise<void> {
  const headers = {
    authorization: 'token ghs_workflow',
    'user-agent': 'test',
    'content-type': 'application/json',
  };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  await fetch(`${github.url}${path}`, { method, headers, ...sent });
}

describe('the stand-in', () => {
  test.each([
    ['GET', '/repos/octo/app/nothing', undefined, /no such operation/],
    ['POST', '/repos/octo/app/issues', { body: 'no title' }, /must have required property 'title'/],
    ['POST', '/repos/octo/app/issues/1/comments', { body: 'x', owner: 'octo' }, /owner is not described/],
  ])(
    'the stand-in reports %s %s, which GitHub would not understand, as a violation',
    async (method, path, body, problem) => {
      await ask(method, path, body);
      expect(github.violations.join('\n')).toMatch(problem);
    },
  );

  test('the stand-in reports its own answer as a violation if GitHub would not give it', () => {
    const operation = findOperation('GET', '/repos/octo/app/issues/1');
    expect(operation?.checkAnswer(200, { id: 1 })).not.toEqual([]);
    expect(operation?.checkAnswer(299, {})).toEqual(['status 299 is not described']);
  });
});
