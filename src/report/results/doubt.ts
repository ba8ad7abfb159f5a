/** The sides of a release. */
export type SideName = 'new' | 'old';

/** User-days (a user counts once on each day), and how many of them had what the doubt is about. */
export interface Side {
  readonly users: number;
  readonly had: number;
}

/** A platform that has another part of the users of one side than of those of the other. */
export interface PlatformDifference extends Readonly<Record<SideName, number>> {
  readonly column: string;
  readonly platform: string;
}

/** Why the numbers of a release do not say which version is worse: `release/doubts.ts` finds them. */
export type Doubt =
  /** None of a side's users had the event, where so many were due: it may be called otherwise. */
  | { readonly kind: 'no-event'; readonly side: SideName; readonly users: number; readonly due: number }
  /** Users of a side had the event, and it does not say its version. */
  | { readonly kind: 'no-version'; readonly side: SideName; readonly without: number; readonly of: number }
  | ({ readonly kind: 'platforms' } & PlatformDifference)
  /** The new version sends far fewer events of every kind: it may send only a sample of them. */
  | ({ readonly kind: 'few-events' } & Readonly<Record<SideName, number>>)
  /** Users of the new version came back on the next day clearly less often. */
  | ({ readonly kind: 'not-back' } & Readonly<Record<SideName, Side>>)
  /** Too few users stayed with the old version: user-days before the release, of them and of all. */
  | { readonly kind: 'few-stayed'; readonly stayed: number; readonly of: number }
  /** Nearly no user of the new version who was there before had an old one: it may be another app. */
  | { readonly kind: 'other-users'; readonly former: Side }
  /** Many more users of the new version than of the old one were not there before. */
  | ({ readonly kind: 'new-users' } & Readonly<Record<SideName, Side>>)
  /** Who moved to the new version differed before the release already, as much as the versions differ now. */
  | { readonly kind: 'same-users'; readonly moved: Side; readonly stayed: Side };

/** What a doubt is about, in words. */
export type DoubtNames = Readonly<Record<SideName | 'event', string>>;
