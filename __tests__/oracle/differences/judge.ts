import type { Difference } from '../../support/cluster/differences.ts';
import { difference } from '../agreement.ts';
import type { Event } from '../values.ts';
import { type Json, parts } from './causes.ts';
import { type Excuse, EXCUSES } from './excuses.ts';

/** What an engine said: the rows, or why there are none. */
export interface Answer {
  readonly rows?: unknown;
  readonly error?: 'refused' | 'failed';
  readonly message?: string;
}

/** A native query, the events that it is about, and what both engines said. */
export interface Compared {
  readonly query: Json;
  readonly events: readonly Event[];
  readonly druid: Answer;
  readonly embedded: Answer;
  /** Whether the answer is another one if texts such as `1d` are numbers. */
  readonly readsJavaNumbers: () => boolean;
}

/** Why two answers differ: the entry of the list that it shows, or in words what no entry explains. */
export interface Judgement {
  /** Null if the answers agree, and if several entries may explain why they do not. */
  readonly shown: Difference | null;
  readonly unexplained: string | null;
}

const NOTHING: Judgement = { shown: null, unexplained: null };

/**
 * Compares two answers to the letter. A query without a cause of a listed difference has to have the same
 * answer from both; with one, only an answer that no other cause explains shows the entry.
 */
export function judge(compared: Compared): Judgement {
  const { druid, embedded } = compared;
  if (druid.error === 'refused' && embedded.error === 'refused') return NOTHING;
  if (druid.error !== undefined || embedded.error !== undefined) {
    const stopping = EXCUSES.find(
      (excuse) => excuse.stopsWith?.test(druid.message ?? '') === true && isCaused(excuse, compared, ''),
    );
    if (stopping !== undefined) return { ...NOTHING, shown: stopping.name };
    return { ...NOTHING, unexplained: `${wordsOf(druid)}, and ${wordsOf(embedded)}` };
  }
  const unlike = difference(withoutIds(druid.rows), withoutIds(embedded.rows));
  if (unlike === null) return NOTHING;
  const answers = JSON.stringify([druid.rows, embedded.rows]);
  const names = new Set(
    EXCUSES.filter((excuse) => excuse.isOnlyStopped !== true && isCaused(excuse, compared, answers)).map(
      ({ name }) => name,
    ),
  );
  if (compared.readsJavaNumbers()) names.add('notation of numbers');
  const [shown = null, ...others] = names;
  return { shown: others.length > 0 ? null : shown, unexplained: shown === null ? unlike : null };
}

function isCaused({ where, cause }: Excuse, { query, events }: Compared, answers: string): boolean {
  if (where?.(query, answers) === false) return false;
  return cause === undefined || parts(query).some((part) => cause(part, query, events));
}

function wordsOf({ error, message }: Answer): string {
  return error === undefined ? 'an answer' : `${error}: ${message ?? ''}`;
}

/** An answer without the names of segments, which each engine makes itself. */
function withoutIds(rows: unknown): unknown {
  const text = JSON.stringify(rows ?? null, (key, value: unknown) =>
    key === 'segmentId' ? undefined : value,
  );
  return JSON.parse(text);
}
