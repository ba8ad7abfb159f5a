// Turns the insights' names that `init` gets ("Devices, OS versions") into ids, by the list of the query
// service or of the database file.
import type { Catalog } from '../../report/client/catalog.ts';
import { adviceWithoutListing, listNamed, type NamedInsight } from '../../report/client/named-insights.ts';
import { groupsOf } from '../../report/client/saved-insights.ts';
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
   * The settings with ids where insights are named: `Devices` becomes `3F0C…`. Throws `InputError` for a name
   * that no insight or several have, and whatever kept the names from being listed.
   */
  resolve(settings: Settings): Promise<Settings>;
  /**
   * The settings with the data source that failed insights need; null if they need none, or it is unknown.
   */
  withNeededSource(settings: Settings, results: Results): Promise<Settings | null>;
}

/**
 * The insights of a database file. It also refuses settings that name none, and lists those that there are.
 */
export function libraryOfFile(saved: readonly NamedInsight[], catalog: Catalog): Library {
  return {
    catalog: async () => catalog,
    async resolve(settings) {
      const { insights } = settings;
      if (!namesSubject(settings))
        throw new InputError([
          `--insights is missing; there are ${saved.map(({ name }) => name).join(', ') || 'none yet'}`,
        ]);
      return insights === undefined ? settings : { ...settings, insights: resolveNames(insights, saved) };
    },
    withNeededSource: async () => null,
  };
}

/** The insights that the query service of the settings lists. */
export function libraryOfService({ catalog }: Pick<Trial, 'catalog'>): Library {
  return {
    catalog,
    async resolve(settings) {
      const { insights } = settings;
      if (insights === undefined || !hasNames(insights)) return settings;
      return { ...settings, insights: resolveNames(insights, await listNames(await catalog(settings))) };
    },
    async withNeededSource(settings, { insights }) {
      const failed = insights.filter((each) => each.status === 'error');
      const ids = failed.flatMap(({ id, error }) =>
        id !== null && error.kind === 'data-source' ? [id.toLowerCase()] : [],
      );
      if (ids.length === 0 || settings['data-source'] !== undefined) return null;
      const namespace = await findNamespace(ids, await catalog(settings));
      return namespace === null ? null : { ...settings, 'data-source': namespace };
    },
  };
}

/** The namespace of the one organization that lists insights of these ids; null if several do, or none. */
async function findNamespace(ids: readonly string[], catalog: Catalog): Promise<string | null> {
  const organizations = await catalog.organizations();
  if (organizations instanceof Error) return null;
  const [home, ...others] = organizations.filter((each) =>
    groupsOf([each]).some(({ group }) => group.insightIds?.some((id) => ids.includes(id.toLowerCase()))),
  );
  return others.length > 0 ? null : (home?.namespace ?? null);
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
