// How the hosted service refuses, as far as it is known. Grades: A, the vendor's code or documentation; B,
// two independent clients; C, one client; D, an inference.

/** A refusal, with what is known of it. */
interface KnownRefusal {
  readonly status: number;
  readonly reason: string;
  readonly grade: 'A' | 'B' | 'C' | 'D';
  /** What part of it that grade is for, if the parts differ. */
  readonly unsure?: string;
}

/** Is answered as `{"error": true, "reason": …}`, the form of the server's framework (grade A). */
export class Refusal extends Error {
  readonly known: KnownRefusal;
  constructor(known: KnownRefusal) {
    super(known.reason);
    this.known = known;
  }
}

const BY_ANALOGY = 'the text is of grade A; the status is that of a missing data source by analogy';

export const REFUSALS = {
  token: { status: 401, reason: 'Unauthorized', grade: 'C', unsure: 'the text is a guess' },
  notFound: { status: 404, reason: 'Not Found', grade: 'C' },
  noDataSource: {
    status: 401,
    reason: "Missing key 'dataSource'",
    grade: 'C',
    unsure: 'the text is of grade A',
  },
  noAppID: { status: 401, reason: "Missing key 'appID'", grade: 'D', unsure: BY_ANALOGY },
  noSteps: { status: 401, reason: "Missing key 'steps'", grade: 'D', unsure: BY_ANALOGY },
  noIntervals: {
    status: 401,
    reason: "Either 'relativeIntervals' or 'intervals' need to be set",
    grade: 'D',
    unsure: BY_ANALOGY,
  },
  noRetentionIntervals: {
    status: 401,
    reason: 'Missing intervals for retention query',
    grade: 'D',
    unsure: BY_ANALOGY,
  },
  retentionGranularity: {
    status: 400,
    reason: 'Retention queries support day, week, month, quarter, or year granularity',
    grade: 'D',
    unsure: 'that it is refused is read from code of grade A; nobody has tried it',
  },
} as const satisfies Readonly<Record<string, KnownRefusal>>;

/** Another's namespace, an organization's UUID or its display name as the data source (grade C). */
export function noAccess(dataSource: string): Refusal {
  return new Refusal({ status: 401, reason: `User can not access ${dataSource}`, grade: 'C' });
}

/** A body that does not decode, or what Druid refuses (grade B). The texts differ, so this one is no fact. */
export function undecodable(what: string): Refusal {
  return new Refusal({ status: 400, reason: `Error: ${what}`, grade: 'B' });
}
