// Puts an organization's posts where its events are kept: into the store's file (here), or into Kafka
// (`src/cluster/kafka/appender.ts`).
import { translateDuckdbErrors } from '../events/duckdb-errors.ts';
import type { Appended, EventPost } from '../events/post.ts';
import type { Organization } from '../store/state/organizations.ts';
import type { Store } from '../store/store.ts';
import { groupCommit } from './group-commit.ts';

export interface Appender {
  /** Resolves once the events are kept. Throws `HttpProblem` if they may not be kept. */
  append(events: EventPost): Promise<Appended>;
  /** Waits until every post is kept or refused. */
  settled(): Promise<void>;
}

/** Opens the place where an organization's events are kept. */
export type OpenAppender = (organization: Pick<Organization, 'id' | 'namespace'>) => Appender;

/** How many events go into one transaction. Larger ones would keep later posts waiting. */
const LIMIT_GROUP_EVENTS = 20_000;

/** Opens appenders that store events in the store's file. */
export function storeAppenders(store: Pick<Store, 'events'>): OpenAppender {
  return ({ id }) => {
    const group = groupCommit<EventPost, Appended>(
      (posts) => translateDuckdbErrors(() => store.events.append(id, posts)),
      {
        limit: LIMIT_GROUP_EVENTS,
        sizeOf: (events) => events.length,
      },
    );
    return { append: (events) => group.add(events), settled: () => group.settled() };
  };
}
