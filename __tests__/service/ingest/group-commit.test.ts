import { parseEvent } from '../../../src/service/events/event.ts';
import { groupCommit } from '../../../src/service/ingest/group-commit.ts';
import type { EventPost } from '../../../src/service/events/post.ts';
import { event } from '../../support/service/event.ts';

const EVENT = parseEvent(event());
const post = (length = 1) => Array.from({ length }, () => EVENT);

/** Commits that end on command; the sizes of their posts, in the order of the commits. */
function held() {
  const groups: number[][] = [];
  const ends: ((refusals: readonly (string | null)[] | Error) => void)[] = [];
  const commit = (posts: readonly EventPost[]) =>
    new Promise<readonly (string | null)[]>((resolve, reject) => {
      groups.push(posts.map(({ length }) => length));
      ends.push((result) => {
        if (result instanceof Error) reject(result);
        else resolve(result);
      });
    });
  const turns = async () => {
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    groups,
    ends,
    turns,
    ingest: groupCommit(commit, { limit: 20_000, sizeOf: (post) => post.length }),
  };
}

test('posts that arrive during a commit are committed together', async () => {
  const { groups, ends, turns, ingest } = held();
  const first = ingest.add(post());
  await turns();
  const others = [ingest.add(post(2)), ingest.add(post(3))];
  await turns();
  expect(groups).toEqual([[1]]);
  ends[0]?.([null]);
  await first;
  await turns();
  expect(groups).toEqual([[1], [2, 3]]);
  ends[1]?.([null, 'too much']);
  expect(await Promise.all(others)).toEqual([null, 'too much']);
});

test('a post is answered only after its commit', async () => {
  const { ends, turns, ingest } = held();
  let answered = false;
  const added = ingest.add(post()).then(() => (answered = true));
  await turns();
  expect(answered).toBe(false);
  ends[0]?.([null]);
  await added;
});

test('a commit that fails refuses no posts but its own', async () => {
  const { ends, turns, ingest } = held();
  const first = ingest.add(post());
  await turns();
  const second = ingest.add(post());
  ends[0]?.(new Error('no room'));
  await expect(first).rejects.toThrow('no room');
  await turns();
  ends[1]?.([null]);
  expect(await second).toBeNull();
  const third = ingest.add(post());
  await turns();
  ends[2]?.([null]);
  expect(await third).toBeNull();
});

test('the size of a commit is limited, and a longer post is committed alone', async () => {
  const { groups, ends, turns, ingest } = held();
  const all = [10_000, 9_999, 2, 30_000, 1].map((length) => ingest.add(post(length)));
  for (let index = 0; index < 4; index++) {
    await turns();
    ends[index]?.(groups[index]?.map(() => null) ?? []);
  }
  expect(await Promise.all(all)).toEqual([null, null, null, null, null]);
  expect(groups).toEqual([[10_000, 9_999], [2], [30_000], [1]]);
});

test('ingest is settled once every post is committed', async () => {
  const { ends, turns, ingest } = held();
  await ingest.settled();
  const order: string[] = [];
  const added = [ingest.add(post()).then(() => order.push('first'))];
  await turns();
  added.push(ingest.add(post()).then(() => order.push('second')));
  const settled = ingest.settled().then(() => order.push('settled'));
  ends[0]?.([null]);
  await turns();
  ends[1]?.([null]);
  await Promise.all([...added, settled]);
  expect(order).toEqual(['first', 'second', 'settled']);
});
