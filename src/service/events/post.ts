// The events of a post that a client sent, and what became of them. Types only.
import type { StorableEvent } from './event.ts';

/** An event that a client sent, with its id if it has one. */
export type SentEvent = StorableEvent & { readonly eventID?: string };

/** The events of a post. All are appended, or none; except those that were taken before. */
export type EventPost = readonly SentEvent[];

/** What became of a post that is stored. */
export interface Appended {
  /** How many of its events were stored before, and are not again. */
  readonly repeated: number;
  readonly leftOut: LeftOut | null;
}

/** The payload keys that some events of a post are stored without, and why, as a sentence. */
interface LeftOut {
  /** How many events. */
  readonly events: number;
  readonly keys: readonly string[];
  readonly reason: string;
}

/** A post without the payload keys that are too many. */
export interface AdmittedPost {
  readonly events: EventPost;
  readonly leftOut: LeftOut | null;
}
