// How a service is started. `serve` sets these options from its flags; a few are for tests.
import type { Backend, Plugins } from './backend.ts';
import type { AskHealth } from './health.ts';
import type { ConnectionTimeouts } from './http/listen.ts';
import type { MeasuredNumber } from './http/metrics.ts';
import type { RequestLog } from './http/request-log.ts';
import type { RunLimits } from './http/run-limits.ts';
import type { AnswerLimits } from './http/send-result.ts';
import type { IngestLimits } from './ingest/accept-events.ts';
import type { GuardOptions } from './ingest/guard.ts';
import type { Ask } from './query/ask.ts';

export interface StartOptions extends Plugins {
  /** The database file, created if it does not exist, or `:memory:`. Null: none, with `openState`. */
  readonly dbPath: string | null;
  readonly host?: string;
  /** 0, the default, means any free port. */
  readonly port?: number;
  /** The time at which the service's clock stands still. Default: the machine's clock. */
  readonly nowMs?: number;
  /** The namespaces whose events are taken over HTTP. Default: none. */
  readonly ingest?: readonly string[];
  readonly ingestLimits?: IngestLimits;
  /** Who may post, and how often. Default: anyone, as often as `POSTS_PER_SECOND` says. */
  readonly guard?: Partial<GuardOptions>;
  readonly limits?: RunLimits;
  readonly answerLimits?: AnswerLimits;
  readonly timeouts?: ConnectionTimeouts;
  /** The engine's memory limit, as DuckDB writes it (`4GB`). Default: half of the memory. */
  readonly memoryLimit?: string;
  /** How many threads the engine uses. Default: one for each core. */
  readonly threads?: number;
  /** The spill directory, for what does not fit into memory. Default: next to the database. */
  readonly temporaryFolder?: string;
  /** How long events are kept; older ones are deleted at once and then daily. Default: for ever. */
  readonly keepMs?: number;
  /**
   * How long it goes on when it is closed, while `/health` says that it ends, so that a proxy sends requests
   * to others. Default: not at all.
   */
  readonly drainMs?: number;
  readonly log?: RequestLog;
  /** Is called with each warning: a fault that does not keep the service from running. */
  readonly warn?: (message: string) => void;
  /** Further numbers for `/metrics`. */
  readonly measured?: readonly MeasuredNumber[];
  /** Answers instead of the engine, for tests. */
  readonly ask?: Ask;
  /** Says how the service is instead of checking it, for tests. */
  readonly health?: AskHealth;
}

/** The options with those defaults that several functions need. */
export interface ServeOptions extends StartOptions {
  readonly backend: Backend;
  readonly now: () => number;
  readonly warn: (message: string) => void;
}
