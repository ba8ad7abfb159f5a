import { PublishError } from '../errors.ts';
import type { Sealed } from './body.ts';
import type { Entry } from './entry.ts';

/** A thread that was opened, and what GitHub did not take. */
export interface Opened {
  readonly thread: Entry;
  readonly warnings: readonly string[];
}

/** The threads that one report has in a repository: issues or discussions, with their comments. */
export interface Threads {
  readonly what: 'issue' | 'discussion';
  /** The report's own, open and closed, newest first. */
  own(): Promise<readonly Entry[]>;
  /** Opens one, once. */
  open(title: string, sealed: Sealed): Promise<Opened>;
  /** Edits one; a title of null stays as it is. Null when it is gone. */
  edit(thread: Entry, sealed: Sealed, title: string | null): Promise<Entry | null>;
  /** Closes them with a link to the one that goes on. */
  close(threads: readonly Entry[], next: number): Promise<void>;
  /** The report's own comments, newest first; minimised ones are not among them. */
  ownComments(thread: Entry): Promise<readonly Entry[]>;
  /** Writes a comment, once. */
  comment(thread: Entry, sealed: Sealed): Promise<Entry>;
  /** Edits a comment; null when it is gone. */
  editComment(comment: Entry, sealed: Sealed): Promise<Entry | null>;
  /** Deletes comments; one that is gone already is no error. */
  deleteComments(comments: readonly Entry[]): Promise<void>;
}

/** The number of a thread; an answer without one cannot be posted to. */
export function numberOf({ number }: Entry, what: Threads['what']): number {
  if (number === null) throw new PublishError(`GitHub answered with a ${what} that has no number.`);
  return number;
}
