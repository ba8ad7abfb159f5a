// `min-group-size` for a release: hides counts of few users. `judge.ts` calls it once the gates are judged.
// Pure.
import type { AnsweredRelease } from '../../release/judge.ts';
import type { ReleaseEvent } from '../../results/results.ts';
import { isFew } from '../../../text/few.ts';
import { whereKnown } from '../../../tql/json.ts';

type Side = ReleaseEvent['new'];

/** A release as readers see it: its gates have read the true counts. The interval is of these, too. */
export function hideSmallSides(answered: AnsweredRelease, fewerThan: number): AnsweredRelease {
  if (fewerThan <= 1) return answered;
  return { ...answered, events: answered.events.map((event) => hideEvent(event, fewerThan)) };
}

function hideEvent(event: ReleaseEvent, fewerThan: number): ReleaseEvent {
  const hide = ({ users, had, rate }: Side): Side => ({
    users: isFew(users, fewerThan) ? null : users,
    had: isFew(had, fewerThan) ? null : had,
    rate: isFewSide({ users, had }) ? null : rate,
  });
  const isFewSide = ({ users, had }: Pick<Side, 'users' | 'had'>) =>
    isFew(users, fewerThan) || isFew(had, fewerThan);
  const { worse, days, sameUsers, back, different, ...shown } = event;
  const isHidden = [event.new, event.old].some(isFewSide);
  return {
    ...shown,
    new: hide(event.new),
    old: hide(event.old),
    expected: isHidden ? null : event.expected,
    worse: isHidden ? { ...worse, value: null } : worse,
    days: isHidden ? days.map((day) => ({ ...day, worse: { ...day.worse, value: null } })) : days,
    ...whereKnown({
      sameUsers: sameUsers && [sameUsers.moved, sameUsers.stayed].some(isFewSide) ? null : sameUsers,
      back: back && [back.new, back.old].some(isFewSide) ? null : back,
      different: different && isFewSide(different) ? null : different,
    }),
  };
}
