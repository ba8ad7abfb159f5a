/** A post whose events each have an id that no other event has, and that is sent once. */
export interface SentPost {
  readonly ids: readonly string[];
  acknowledged: boolean;
}

/** How many events the acknowledged posts have. */
export function countAcknowledged(sent: readonly SentPost[]): number {
  return sent.filter(({ acknowledged }) => acknowledged).flatMap(({ ids }) => ids).length;
}

/** Acknowledged events are stored once, any other once or not at all, and those of a post all or none. */
export function expectExactlyOnce(sent: readonly SentPost[], stored: readonly string[]): void {
  const found = new Set(stored);
  const isStored = (id: string): boolean => found.has(id);
  expect(stored).toHaveLength(found.size);
  expect(sent.filter(({ acknowledged, ids }) => acknowledged && !ids.every(isStored))).toEqual([]);
  expect(sent.filter(({ ids }) => ids.some(isStored) && !ids.every(isStored))).toEqual([]);
  const all = new Set(sent.flatMap(({ ids }) => ids));
  expect(stored.filter((id) => !all.has(id))).toEqual([]);
}

/** How posts are made; `pause` is called with the status of each, which is null without an answer. */
interface Posting {
  readonly name: string;
  readonly url: () => string;
  readonly eventsOf: (ids: readonly string[], number: number) => readonly object[];
  readonly isOver: () => boolean;
  readonly pause: (status: number | null) => Promise<unknown>;
}

/** Posts one to four events at a time until it is over. Nothing is ever posted again. */
export async function postEvents(
  sent: SentPost[],
  { name, url, eventsOf, isOver, pause }: Posting,
): Promise<void> {
  for (let number = 0; !isOver(); number++) {
    const ids = Array.from({ length: 1 + (number % 4) }, (_, index) => `${name}-${number}-${index}`);
    const post: SentPost = { ids, acknowledged: false };
    sent.push(post);
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(eventsOf(ids, number));
    const status = await fetch(url(), { method: 'POST', headers, body }).then(
      async (answer) => (await answer.text(), answer.status),
      () => null,
    );
    post.acknowledged = status === 200;
    await pause(status);
  }
}
