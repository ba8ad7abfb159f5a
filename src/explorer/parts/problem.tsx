// Says what went wrong. Every part that asks the service shows this above what it could not get.
import { messageOf } from '../../text/errors.ts';

/** What went wrong in words; nothing while nothing did. */
export function ProblemLine({ of: problem }: { readonly of: unknown }) {
  if (problem === undefined) return null;
  return (
    <p class="problem" role="alert">
      {messageOf(problem)}
    </p>
  );
}
