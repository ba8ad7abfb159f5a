// Counts what each raised minimum costs: of 4,127 users of iOS, 81 have only used versions below 16. It
// finds the app and its columns, then queries each platform and version once.
import { getOrAdd } from '../../../text/get-or-add.ts';
import { selector } from '../../../tql/write.ts';
import { intervalKeys } from '../../../tql/time/query-intervals.ts';
import type { IntervalSpec } from '../../../report/inputs/request.ts';
import type { Minimums, RaiseResult } from '../../../report/results/results.ts';
import type { Raise } from '../reading/raises.ts';
import { type Cost, countCost, unknownCost } from './count.ts';
import { findApp, type RequestedApp } from './app.ts';
import { type Ask, findColumns, type Scope } from './columns.ts';

/** Whose users count, and when. */
interface Audience extends RequestedApp {
  readonly interval: IntervalSpec;
}

/** Counts what raises cost; nothing is queried unless one is an app's. */
export async function countRaises(
  raises: readonly Raise[],
  { interval, ...requested }: Audience,
  ask: Ask,
): Promise<Minimums> {
  if (!raises.some(({ kind }) => kind === 'app')) return uncounted(raises, null);
  const period = intervalKeys(interval);
  const app = await findApp(ask, period, requested);
  const scope: Scope = app.id === null ? period : { ...period, filter: selector('appID', app.id) };
  const columns = await findColumns(ask, scope);
  const costs = new Map<string, Promise<Cost>>();
  const counted = raises.map(async (raise): Promise<RaiseResult> => {
    const { platform, from, to, api, target, kind } = raise;
    if (kind !== 'app') return { ...raise, ...NOT_COUNTED };
    // Two API levels can be one version: 26 and 27 of Android 8.
    if (from === to && api !== undefined)
      return { ...raise, ...unknownCost(`events of Android ${to} do not tell API ${api.join(' from ')}`) };
    if (platform === 'Android' && OTHER_DEVICES.test(target))
      return { ...raise, ...unknownCost(`users of ${target} cannot be distinguished from those on phones`) };
    const count = () => countCost(ask, scope, columns, platform, to);
    return { ...raise, ...(await getOrAdd(costs, `${platform} ${to}`, count)) };
  });
  return { interval: interval.label, app, problem: null, raises: await Promise.all(counted) };
}

/** Modules for watches, televisions and cars (`wear`, `app-tv`): their events say Android as a phone's do. */
const OTHER_DEVICES = /(?:^|[-_ (])(?:wear(?:os|able)?|watch|tv|leanback|auto(?:motive)?)(?:$|[-_ )])/i;

const NOT_COUNTED = unknownCost('users are counted for an app only');

/** Raises without numbers, and why there are none; null if nobody expects any. */
export function uncounted(raises: readonly Raise[], problem: string | null): Minimums {
  const unknown = unknownCost(problem);
  const all = raises.map((raise) => ({ ...raise, ...(raise.kind === 'app' ? unknown : NOT_COUNTED) }));
  return { interval: null, app: null, problem, raises: all };
}

/** The same without counts below `min-group-size`, and without shares from which they can be computed. */
export function withoutSmallCounts(minimums: Minimums, size: number): Minimums {
  if (size <= 1) return minimums;
  return {
    ...minimums,
    raises: minimums.raises.map((raise) => {
      const hidden = (['users', 'lost', 'cannotUpdate', 'withoutVersion'] as const).filter(
        (name) => (raise[name] ?? size) < size,
      );
      if (hidden.length === 0) return raise;
      const nulls = Object.fromEntries(hidden.map((name) => [name, null]));
      const share = hidden.includes('lost') || hidden.includes('users') ? null : raise.share;
      return { ...raise, ...nulls, share, fewerThan: size, hidden };
    }),
  };
}
