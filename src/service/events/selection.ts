/**
 * Which of an organization's events are to be deleted: all of one user, or all before a moment in epoch
 * milliseconds.
 */
export type EventSelection =
  | { readonly kind: 'user'; readonly user: string }
  | { readonly kind: 'before'; readonly beforeMs: number };
