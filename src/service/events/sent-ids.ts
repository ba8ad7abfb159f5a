// The ids of events, by which those that a client sends again are recognized: 16 bytes, half of the SHA-256
// of the client's `eventID`.
import { hash } from 'node:crypto';
import type { EventPost, SentEvent } from './post.ts';

/** The events of a post with their ids; null is an event without one. */
export type SentPost = readonly { readonly event: SentEvent; readonly id: bigint | null }[];

/** Posts with the ids of their events. */
export function withIds(posts: readonly EventPost[]): readonly SentPost[] {
  return posts.map((post) => post.map((event) => ({ event, id: idOf(event.eventID) })));
}

/** Posts without the events that were taken before. */
export interface NewEvents {
  readonly posts: readonly EventPost[];
  /** For each post how many of its events were left out. */
  readonly repeated: readonly number[];
  readonly ids: readonly bigint[];
}

/** Leaves out events with an id that was taken before or that occurs earlier in the posts. */
export function leaveOut(sentPosts: readonly SentPost[], takenIds: ReadonlySet<bigint>): NewEvents {
  const newIds = new Set<bigint>();
  const repeated: number[] = [];
  const posts = sentPosts.map((post) => {
    const newEvents: SentEvent[] = [];
    for (const { event, id } of post) {
      if (id !== null && (takenIds.has(id) || newIds.has(id))) continue;
      if (id !== null) newIds.add(id);
      newEvents.push(event);
    }
    repeated.push(post.length - newEvents.length);
    return newEvents;
  });
  return { posts, repeated, ids: [...newIds] };
}

/** Half of the SHA-256 of an id: always 16 bytes, and nobody can find two ids with the same half. */
function idOf(eventID: string | undefined): bigint | null {
  if (eventID === undefined) return null;
  const bytes = hash('sha256', eventID, 'buffer');
  return (bytes.readBigInt64BE(0) << 64n) | bytes.readBigUInt64BE(8);
}
