// Why the numbers of a release may not say which version is worse. `release/doubts.ts` finds these doubts, a
// gate with one is inconclusive, and `render/verdict/doubt.ts` writes each as a sentence.

/** The two sides of a release: users of the new version, and users of the old ones. */
export type SideName = 'new' | 'old';

/** Something of each side. */
export type BySide<T> = Readonly<Record<SideName, T>>;

/** Users, or user-days: a user counts once on each day. */
export interface Side {
  readonly users: number;
  /** Those of them who had the event, or came back, or were there before: where it is used says which. */
  readonly had: number;
}

/** A reason not to conclude anything. The examples compare 4.1 (new) with 4.0 (old) by the event "crash". */
export type Doubt =
  /** No "crash" on 5,000 user-days of 4.1, where about 40 were due: the event may have a new name. */
  | {
      readonly kind: 'no-event';
      readonly side: SideName;
      readonly users: number;
      readonly due: number;
      /** The column in one of whose values it is: on one platform, for example; null if it is in all. */
      readonly column: string | null;
    }
  /** 30 of the 90 user-days with "crash" on the side of 4.1 do not say their version. */
  | {
      readonly kind: 'no-version';
      readonly side: SideName;
      readonly unversioned: number;
      readonly total: number;
    }
  /** 4.1 came out in Canada first: compared within each country, nothing is clear. */
  | { readonly kind: 'mix'; readonly column: string }
  /** 4.1 sends 2 events (of any name) per user-day and 4.0 sends 10: 4.1 may send only a sample. */
  | ({ readonly kind: 'few-events' } & BySide<number>)
  /** 20% of the users of 4.1 came back on the next day, and 40% of 4.0: 4.1 may not start. Or many more. */
  | ({ readonly kind: 'not-back' } & BySide<Side>)
  /** Of 900 users of 4.1 who were there before, only 20 had 4.0 then: 4.1 may be another app. */
  | { readonly kind: 'other-users'; readonly former: Side }
  /** 30% of the users of 4.1 were there before, and 90% of 4.0: 4.1 may have many new users. */
  | ({ readonly kind: 'new-users' } & BySide<Side>)
  /** Who moved to 4.1 had more crashes than who stayed even before the release, as many more as now. */
  | { readonly kind: 'same-users'; readonly moved: Side; readonly stayed: Side };

/** How sentences name the event and the versions of both sides. */
export type DoubtNames = Readonly<Record<SideName | 'event', string>>;
