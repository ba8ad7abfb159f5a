import { isQueryFailure, RequestError } from '../errors.ts';
import type { FailedInsight } from '../results.ts';

/** What stands in the results for what could not be reported. */
export function toFailedInsight(
  { id, name, title }: Pick<FailedInsight, 'id' | 'name'> & { readonly title: string | null },
  error: unknown,
): FailedInsight {
  return {
    name,
    id,
    title: title ?? name,
    status: 'error',
    error: {
      kind: isQueryFailure(error) ? error.kind : 'unreadable',
      status: error instanceof RequestError ? error.status : null,
      message: error instanceof Error ? error.message : String(error),
    },
  };
}
