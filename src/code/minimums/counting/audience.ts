// Counts what each raised minimum costs: finds the app and its columns, then queries each platform and
// version once.
import { getOrAdd } from '../../../text/get-or-add.ts';
import { selector } from '../../../tql/write.ts';
import { intervalKeys } from '../../../tql/absolute-intervals.ts';
import type { IntervalSpec } from '../../../report/inputs/request.ts';
import type { Minimums, RaiseResult } from '../../../report/results/results.ts';
import type { Raise } from '../reading/raises.ts';
import { type Cost, countCost, unknownCost } from './count.ts';
import { type Ask, findColumns, type Scope, valuesOf } from './columns.ts';

/** Whose users count: those of the requested app; without one, those of the insights' app. */
interface Audience {
  readonly interval: IntervalSpec;
  readonly requestedApp: string | null;
  readonly ofInsights: string | null;
}

/** Counts what raises cost; nothing is queried unless one is an app's. */
export async function countRaises(
  raises: readonly Raise[],
  { interval, requestedApp, ofInsights }: Audience,
  ask: Ask,
): Promise<Minimums> {
  if (!raises.some(({ kind }) => kind === 'app')) return uncounted(raises, null);
  const period = intervalKeys(interval);
  const app = await findApp(ask, period, requestedApp, ofInsights);
  const filter = app.id === null ? null : selector('appID', app.id);
  const scope: Scope = { ...period, ...(filter && { filter }) };
  const columns = await findColumns(ask, scope);
  const costs = new Map<string, Promise<Cost>>();
  const counted = raises.map(async (raise): Promise<RaiseResult> => {
    const { platform, from, to, api, target, kind } = raise;
    if (kind !== 'app') return { ...raise, ...NOTHING };
    if (from === to && api !== undefined)
      return { ...raise, ...unknownCost(`events of Android ${to} do not tell API ${api.join(' from ')}`) };
    if (platform === 'Android' && ASIDE.test(target))
      return { ...raise, ...unknownCost(`users of ${target} cannot be distinguished from those on phones`) };
    const count = () => countCost(ask, scope, columns, platform, to);
    return { ...raise, ...(await getOrAdd(costs, `${platform} ${to}`, count)) };
  });
  return { interval: interval.label, app, problem: null, raises: await Promise.all(counted) };
}

/** Android's modules for watches, televisions and cars: events of all of them are Android's. */
const ASIDE = /(?:^|[-_ (])(?:wear(?:os|able)?|watch|tv|leanback|auto(?:motive)?)(?:$|[-_ )])/i;

const NOTHING = unknownCost('users are counted for an app only');

/** Raises without numbers, and why there are none; null if nobody expects any. */
export function uncounted(raises: readonly Raise[], problem: string | null): Minimums {
  const unknown = unknownCost(problem);
  const all = raises.map((raise) => ({ ...raise, ...(raise.kind === 'app' ? unknown : NOTHING) }));
  return { interval: null, app: null, problem, raises: all };
}

async function findApp(
  ask: Ask,
  period: Scope,
  requestedApp: string | null,
  ofInsights: string | null,
): Promise<NonNullable<Minimums['app']>> {
  if (requestedApp !== null) return { id: requestedApp, by: 'given' };
  if (ofInsights !== null) return { id: ofInsights, by: 'insights' };
  const [[only = null] = [], ...others] = await valuesOf(ask, period, ['appID']);
  return only !== null && others.length === 0 ? { id: only, by: 'only' } : { id: null, by: 'all' };
}

/** The only app that all of some queries select; null if they select none, or several. */
export function appOf(queries: readonly unknown[]): string | null {
  const apps = new Set<string>();
  const stack = [...queries];
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value !== 'object' || value === null) continue;
    const fields = new Map<string, unknown>(Object.entries(value));
    stack.push(...fields.values());
    const id = fields.get('dimension') === 'appID' ? fields.get('value') : fields.get('appID');
    if (typeof id === 'string') apps.add(id);
  }
  const [only, ...others] = apps;
  return only !== undefined && others.length === 0 ? only : null;
}

/** Counts below a size as reports show them: not at all. */
export function withoutSmallCounts(minimums: Minimums, size: number): Minimums {
  if (size <= 1) return minimums;
  return {
    ...minimums,
    raises: minimums.raises.map((raise) => {
      const isSmall = (count: number | null): boolean => count !== null && count < size;
      const hidden = (['users', 'lost', 'cannotUpdate', 'withoutVersion'] as const).filter((name) =>
        isSmall(raise[name]),
      );
      if (hidden.length === 0) return raise;
      const none = Object.fromEntries(hidden.map((name) => [name, null]));
      const share = hidden.includes('lost') || hidden.includes('users') ? null : raise.share;
      return { ...raise, ...none, share, fewerThan: size, hidden };
    }),
  };
}
