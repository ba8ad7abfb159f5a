// Lists what a token's account has at TelemetryDeck or your own service: organizations, apps, groups,
// insights. For titles instead of IDs, and for the wizard `init`. Answers are parsed leniently: the hosted
// service documents none of this.
import { ifAnswered, NetworkError, RequestError, ResponseError } from '../../text/errors.ts';
import { truncate } from '../../text/truncate.ts';
import { makeControlsVisible, toOneLine } from '../../text/visible.ts';
import { isJsonObject, type JsonObject } from '../../tql/json.ts';
import { getOrAdd } from '../../text/get-or-add.ts';

/** An organization that the token reads. Here and below, null: the service does not say it. */
export interface ListedOrganization {
  readonly id: string | null;
  readonly name: string | null;
  /** What its queries give as `dataSource`. */
  readonly namespace: string | null;
  readonly apps: readonly ListedApp[];
}

/** An app, and its groups of insights. */
export interface ListedApp {
  readonly id: string;
  readonly name: string | null;
  readonly groups: readonly ListedGroup[];
}

/** A group of saved insights. */
export interface ListedGroup {
  readonly id: string;
  readonly title: string | null;
  readonly insightIds: readonly string[] | null;
}

/** A saved insight; its query as it is saved, not resolved and not checked. */
export interface ListedInsight {
  readonly id: string;
  readonly title: string | null;
  readonly query: JsonObject | null;
}

type Listing<Item> = Promise<readonly Item[] | Error>;

/**
 * What the token's account holds. Nothing here rejects: what cannot be listed is a client's error, such as
 * `not-found` of a service that does not list anything. An item that cannot be read is left out. Texts are
 * one line of at most 200 characters.
 */
export interface Catalog {
  /** The organizations that the token reads. It is requested once, however often it is called. */
  organizations(): Listing<ListedOrganization>;
  /** The insights of a group; requested once. */
  group(id: string): Listing<ListedInsight>;
  /** One insight. */
  insight(id: string): Promise<ListedInsight | Error>;
}

/**
 * Gets the JSON at a path, or rejects with a client's error. `doing` is what that does: "listing the
 * organizations".
 */
type Get = (path: string, doing: string, signal: AbortSignal) => Promise<unknown>;

/** How long a list may take, tries and waits included. No report waits longer for a title or a namespace. */
const LIMIT_MS = 20_000;

/** Makes a catalog of what `get` finds. */
export function createCatalog(get: Get): Catalog {
  let organizations: Listing<ListedOrganization> | null = null;
  const groups = new Map<string, Listing<ListedInsight>>();
  return {
    organizations: () =>
      (organizations ??= list(get, ['organizations'], 'listing the organizations', (body) =>
        Array.isArray(body) ? readEach(body, readOrganization) : null,
      )),
    group: (id) =>
      getOrAdd(groups, id, () =>
        list(get, ['groups', id], 'listing the insights of a group', (body) =>
          isJsonObject(body) && Array.isArray(body['insights'])
            ? readEach(body['insights'], readInsight)
            : null,
        ),
      ),
    insight: (id) => list(get, ['insights', id], `reading insight ${JSON.stringify(id)}`, readInsight),
  };
}

async function list<T>(
  get: Get,
  parts: readonly string[],
  doing: string,
  read: (body: unknown) => T | null,
): Promise<T | Error> {
  const limit = new AbortController();
  const giveUp = (): void => {
    limit.abort(new NetworkError('timeout', `no answer came within ${LIMIT_MS / 1000} s (${doing}).`));
  };
  const timer = setTimeout(giveUp, LIMIT_MS);
  try {
    const request = async () => get(`/api/v3/${parts.map(encodeId).join('/')}/`, doing, limit.signal);
    const body = await ifAnswered(request(), (error) => error);
    if (body instanceof Error) return body;
    return read(body) ?? new ResponseError(`the answer is not in the expected form (${doing}).`);
  } finally {
    clearTimeout(timer);
  }
}

/** Reads each item alone: a service may list kinds that are not known here. */
function readEach<T>(items: readonly unknown[], read: (item: unknown) => T | null): readonly T[] {
  return items.flatMap((item) => read(item) ?? []);
}

function readOrganization(item: unknown): ListedOrganization | null {
  if (!isJsonObject(item)) return null;
  const { id, name, namespace, apps } = item;
  return {
    id: readText(id),
    name: readText(name),
    namespace: readText(namespace),
    apps: Array.isArray(apps) ? readEach(apps, readApp) : [],
  };
}

function readApp(item: unknown): ListedApp | null {
  const { id, name, insightGroups } = isJsonObject(item) ? item : {};
  const appId = readId(id);
  if (appId === null) return null;
  return {
    id: appId,
    name: readText(name),
    groups: Array.isArray(insightGroups) ? readEach(insightGroups, readGroup) : [],
  };
}

function readGroup(item: unknown): ListedGroup | null {
  const { id, title, insightIDs } = isJsonObject(item) ? item : {};
  const groupId = readId(id);
  if (groupId === null) return null;
  return {
    id: groupId,
    title: readText(title),
    insightIds: Array.isArray(insightIDs) ? readEach(insightIDs, readId) : null,
  };
}

function readInsight(item: unknown): ListedInsight | null {
  const { id, title, query = null } = isJsonObject(item) ? item : {};
  const insightId = readId(id);
  return insightId === null
    ? null
    : { id: insightId, title: readText(title), query: isJsonObject(query) ? query : null };
}

/** An id that can be in a path. */
function readId(value: unknown): string | null {
  const id = readText(value);
  return id === null || IS_DOTS.test(id) ? null : id;
}

const IS_DOTS = /^\.*$/;
const TEXT_LIMIT = 200;

/** A text as one line, its controls visible, since prompts print it; null if it is none, or empty. */
export function readText(value: unknown): string | null {
  return typeof value === 'string'
    ? truncate(makeControlsVisible(toOneLine(value)), TEXT_LIMIT) || null
    : null;
}

/**
 * An id as a part of a path. Dots alone would lead up the path, even encoded: they throw a `RequestError`.
 */
export function encodeId(id: string): string {
  if (IS_DOTS.test(id)) throw new RequestError('not-found', null, `${JSON.stringify(id)} cannot be an id.`);
  return encodeURIComponent(id.toWellFormed());
}
