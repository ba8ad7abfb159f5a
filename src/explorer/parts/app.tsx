import { useEffect, useMemo, useState } from 'preact/hooks';
import { display } from '../../report/render/format/display.ts';
import { messageOf } from '../../text/errors.ts';
import { isJsonObject } from '../../tql/json.ts';
import { createAsker, ownKey, Refusal } from '../service/asker.ts';
import { firstChoices } from '../query/first-choices.ts';
import { askColumns, askTimes } from '../service/columns.ts';
import { type PageName, pageOf, PAGES, type Period, readPage, writePage } from '../query/page.ts';
import { Connect } from './connect.tsx';
import { useFragment } from './use-fragment.ts';
import { useAsked } from './use-asked.ts';
import { listSaved } from '../service/saved.ts';
import type { Connection } from './explorer.tsx';

/** What the service says about itself: whether it needs a token, and whose events it has. */
interface Session {
  readonly needsToken: boolean;
  readonly source: string | null;
  /** Its clock minus the browser's; 0 if it does not say its time. */
  readonly aheadMs: number;
}

/** The page: first the token, then the explorer. The token is kept in the page alone. */
export function App() {
  const [session, setSession] = useState<Session | null>(null);
  const [connection, setConnection] = useState<Connection | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [fragment, go] = useFragment();
  const connect = (token: string | null, aheadMs = session?.aheadMs ?? 0): void => {
    setProblem(null);
    const asker = createAsker(token);
    const { signal } = new AbortController();
    const saved = listSaved(asker);
    const open = async (): Promise<Connection> => {
      const columns = await askColumns(asker, signal);
      // Without the times of events the page keeps the usual period.
      const times = await askTimes(asker, signal).catch(() => null);
      return { asker, columns, saved, first: firstChoices(times, Date.now() + aheadMs) };
    };
    open().then(setConnection, (error: unknown) => {
      setProblem(sayRefused(error));
    });
  };
  useEffect(() => {
    void readSession().then((newSession) => {
      setSession(newSession);
      if (!newSession.needsToken) connect(null, newSession.aheadMs);
    });
  }, []);
  return (
    <>
      <header>
        <h1>Explorer</h1>
        <Place source={session?.source ?? null} connection={connection} />
        {connection !== null && <Pages fragment={fragment} first={connection.first.period} />}
        <span class="gap" />
        {connection !== null && session?.needsToken === true && (
          <button
            onClick={() => {
              setConnection(null);
            }}
          >
            Another token
          </button>
        )}
      </header>
      {connection === null ? (
        <Connect needsToken={session?.needsToken ?? false} problem={problem} connect={connect} />
      ) : (
        <Page connection={connection} fragment={fragment} go={go} aheadMs={session?.aheadMs ?? 0} />
      )}
    </>
  );
}

/** Why there is no connection, and what to do. */
function sayRefused(error: unknown): string {
  const isToken = error instanceof Refusal && error.status === 401;
  return isToken
    ? `${messageOf(error)} Check that the whole token is pasted, or create another one: insight-report token create --org NAMESPACE --db FILE`
    : messageOf(error);
}

/** Whose events the page shows: the file of `explore`, or the organization and its app. */
function Place({
  source,
  connection,
}: {
  readonly source: string | null;
  readonly connection: Connection | null;
}) {
  const { value: place } = useAsked(async () => connection && (await connection.saved).place, [connection]);
  const text = [source, place].filter((each) => each != null).join(' · ');
  return text === '' ? null : <span class="muted">{display(text)}</span>;
}

/** The links to the pages: a filter and a period stay. */
function Pages({ fragment, first }: { readonly fragment: string; readonly first: Period }) {
  const current = pageOf(fragment);
  const state = readPage(fragment, first);
  return (
    <nav class="pages" aria-label="Pages">
      {PAGE_NAMES.map((page) => (
        <a key={page} href={writePage(page, state)} aria-current={page === current ? 'page' : undefined}>
          {PAGES[page]}
        </a>
      ))}
    </nav>
  );
}

const PAGE_NAMES = ['home', 'drop', 'ask'] as const satisfies readonly PageName[];

interface PageProps {
  readonly connection: Connection;
  readonly fragment: string;
  readonly go: (fragment: string, isReplaced: boolean) => void;
  readonly aheadMs: number;
}

/** The page that the address names. */
function Page({ connection, fragment, go, aheadMs }: PageProps) {
  const page = pageOf(fragment);
  const { first } = connection;
  const now = (): number => Date.now() + aheadMs;
  const state = useMemo(() => readPage(fragment, first.period), [fragment, first]);
  const { value: parts, problem } = useAsked<PageScript>(() => PARTS[page](), [page]);
  if (problem !== undefined)
    return (
      <p class="problem" role="alert">
        This page could not be loaded: {messageOf(problem)}. Reload it.
      </p>
    );
  if (parts === undefined) return <p class="muted">Loading…</p>;
  if ('Explorer' in parts) return <parts.Explorer {...connection} now={now} />;
  const Shown = 'Drop' in parts ? parts.Drop : parts.Home;
  return (
    <Shown
      connection={connection}
      state={state}
      nowMs={now()}
      change={(changes) => {
        // A limit is dragged over many values: "back" leads past them.
        go(writePage(page, { ...state, ...changes }), 'limit' in changes);
      }}
    />
  );
}

/** The script of each page, which is loaded when the page is first opened. */
const PARTS = {
  home: () => import('./home.tsx'),
  drop: () => import('./drop.tsx'),
  ask: () => import('./explorer.tsx'),
} as const satisfies Record<PageName, () => Promise<object>>;

type PageScript = Awaited<ReturnType<(typeof PARTS)[PageName]>>;

async function readSession(): Promise<Session> {
  const answer = await fetch('/session', { headers: ownKey() }).catch(() => null);
  const body: unknown = answer?.ok === true ? await answer.json() : null;
  const { needsToken, source, nowMs } = isJsonObject(body) ? body : {};
  return {
    needsToken: needsToken !== false,
    source: typeof source === 'string' ? source : null,
    aheadMs: typeof nowMs === 'number' ? nowMs - Date.now() : 0,
  };
}
