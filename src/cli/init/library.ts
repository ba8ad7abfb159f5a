// Turns the insights' names that `init` gets ("Devices, OS versions") into ids, by the list of the service
// or of the database file.
import type { Catalog } from '../../report/client/catalog.ts';
import {
  adviceWithoutListing,
  groupsOf,
  listNamed,
  type NamedInsight,
} from '../../report/client/saved-insights.ts';
import { InputError } from '../../text/errors.ts';
import { namesSubject } from '../../report/inputs/raw.ts';
import type { Results } from '../../report/results/results.ts';
import { hasNames, resolveNames } from './names.ts';
import type { Settings, Trial } from './trial.ts';

/** The saved insights that can be reported. */
export interface Library {
  /** The organizations, apps and groups in which the insights are listed. */
  catalog(settings: Settings): Promise<Catalog>;
  /**
   * The settings with ids where insights are named. Throws `InputError` for a name that none has, or several
   * have, and a client's error.
   */
  resolve(settings: Settings): Promise<Settings>;
  /**
   * The settings with the data source that failed insights need: the namespace of the one organization that
   * lists them. Null if none failed for want of it, or if no or several organizations list them.
   */
  withNeededSource(settings: Settings, results: Results): Promise<Settings | null>;
}

/** The insights of a database file if `saved` is not null, else those that the query service lists. */
export function openLibrary(trial: Trial, saved: readonly NamedInsight[] | null): Library {
  const inFile = saved === null ? null : catalogOf(saved);
  const catalog = async (settings: Settings): Promise<Catalog> => inFile ?? trial.catalog(settings);
  return {
    catalog,
    async resolve(settings) {
      const { insights } = settings;
      if (!namesSubject(settings) && saved !== null)
        throw new InputError([
          `--insights is missing; there are ${saved.map(({ name }) => name).join(', ') || 'none yet'}`,
        ]);
      if (insights === undefined || (saved === null && !hasNames(insights))) return settings;
      return {
        ...settings,
        insights: resolveNames(insights, saved ?? (await listNames(await catalog(settings)))),
      };
    },
    async withNeededSource(settings, { insights }) {
      const failed = insights.filter((each) => each.status === 'error');
      const lost = failed.flatMap(({ id, error }) =>
        id !== null && error.kind === 'data-source' ? [id.toLowerCase()] : [],
      );
      if (lost.length === 0 || settings['data-source'] !== undefined) return null;
      const listed = await (await catalog(settings)).organizations();
      if (listed instanceof Error) return null;
      const [home, ...others] = listed.filter((each) =>
        groupsOf([each]).some(({ group }) => group.insightIds?.some((id) => lost.includes(id.toLowerCase()))),
      );
      if (home?.namespace == null || others.length > 0) return null;
      return { ...settings, 'data-source': home.namespace };
    },
  };
}

/**
 * Every insight that is listed, by its name. Throws `InputError` if the service lists none, or a client's
 * error.
 */
async function listNames(catalog: Catalog): Promise<readonly NamedInsight[]> {
  const listed = await listNamed(catalog);
  if (!(listed instanceof Error)) return listed;
  const advice = adviceWithoutListing(listed);
  throw advice === null ? listed : new InputError([`--insights: ${advice}`]);
}

/** A database file's insights as a catalog with one group. */
export function catalogOf(saved: readonly NamedInsight[]): Catalog {
  const insights = saved.map(({ id, name }) => ({ id, title: name, query: null }));
  const group = { id: 'file', title: null, insightIds: insights.map(({ id }) => id) };
  const app = { id: 'file', name: null, groups: [group] };
  const organization = { id: null, name: null, namespace: null, apps: [app] };
  return {
    organizations: async () => [organization],
    group: async () => insights,
    insight: async () => new Error('A group lists the insights of a file.'),
  };
}
