import type { RequestError } from '../errors.ts';

/** What a service's `reason` says, whatever the status beside it. */
export interface ReasonWords {
  readonly kind: RequestError['kind'];
  readonly reason: string;
  readonly advice: string;
}

/**
 * Reasons by how they begin or what they hold. They are texts of the vendor's query library (swift-tql, July
 * 2026), and come with 401 or with statuses that nobody has seen, so they count before the status. `User can
 * not access` is from a public client's notes.
 */
const REASONS: readonly (ReasonWords & { readonly pattern: RegExp })[] = [
  {
    pattern: /^Missing key 'dataSource'/i,
    kind: 'data-source',
    reason: 'the query has no data source',
    advice: 'Set `data-source` to the namespace of your organization.',
  },
  {
    pattern: /^User can ?not access\b/i,
    kind: 'data-source',
    reason: 'the token cannot read this data source',
    advice:
      'Set `data-source` to a namespace that it reads (not an organization’s name or id), or leave it out.',
  },
  {
    pattern:
      /^Missing (?:key|intervals)\b|need to be set$|\bsupport day, week, month\b|\brequires at least one /i,
    kind: 'invalid-query',
    reason: 'the query service refused the query as invalid',
    advice: '',
  },
];

/** What is known about a reason; null if nothing is. */
export function wordsForReason(reason: unknown): ReasonWords | null {
  if (typeof reason !== 'string') return null;
  return REASONS.find(({ pattern }) => pattern.test(reason.trim())) ?? null;
}
