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
