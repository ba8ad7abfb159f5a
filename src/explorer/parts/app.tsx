import { useMemo, useState } from 'preact/hooks';
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
  /** Its clock, in epoch milliseconds; the browser's if it does not say its time. */
  readonly now: () => number;
}

/** The page: first the token, then the explorer. The token is kept in the page alone. */
export function App() {
  const { value: session } = useAsked(readSession, []);
  const [typed, setTyped] = useState<{ readonly token: string } | null>(null);
  const { value: connection = null, problem } = useAsked(
    async (signal) =>
      session === undefined || (session.needsToken && typed === null)
        ? null
        : connect(typed?.token ?? null, session, signal),
    [session, typed],
  );
  const [fragment, go] = useFragment();
  const page = pageOf(fragment);
  // The script of a page comes while the token is typed.
  const script = useAsked<PageScript>(() => PARTS[page](), [page]);
  return (
    <>
      <header>
        <h1>Explorer</h1>
        <Place source={session?.source ?? null} connection={connection} />
        {connection !== null && <Pages fragment={fragment} first={connection.first.period} />}
        <span class="gap" />
        {connection !== null && typed !== null && (
          <button
            onClick={() => {
              setTyped(null);
            }}
          >
            Another token
          </button>
        )}
      </header>
      {connection === null || session === undefined ? (
        <Connect
          needsToken={session?.needsToken === true}
          problem={problem === undefined ? null : sayRefused(problem)}
          connect={(token) => {
            setTyped({ token });
          }}
        />
      ) : script.value === undefined ? (
        <p class={script.isAsking ? 'muted' : 'problem'} role="status">
          {script.isAsking
            ? 'Loading…'
            : `This page could not be loaded: ${messageOf(script.problem)}. Reload it.`}
        </p>
      ) : (
        <Page script={script.value} connection={connection} fragment={fragment} go={go} now={session.now} />
      )}
    </>
  );
}

/** What the page has to know of the service before it shows numbers. */
async function connect(token: string | null, { now }: Session, signal: AbortSignal): Promise<Connection> {
  const asker = createAsker(token);
  const [columns, times] = await Promise.all([
    askColumns(asker, signal),
    // Without the times of events the page keeps the usual period.
    askTimes(asker, signal).catch(() => null),
  ]);
  return { asker, columns, saved: listSaved(asker), first: firstChoices(times, now()) };
}

/** Why there is no connection, and what to do. */
function sayRefused(error: unknown): string {
  const isToken = error instanceof Refusal && error.status === 401;
  return isToken
    ? `${messageOf(error)} Check that the whole token is pasted, or create another one: insight-report token create --org NAMESPACE --db FILE`
    : messageOf(error);
}

interface PlaceProps {
  readonly source: string | null;
  readonly connection: Connection | null;
}

/** Whose events the page shows: the file of `explore`, or the organization and its app. */
function Place({ source, connection }: PlaceProps) {
  const { value: place } = useAsked(async () => connection && (await connection.saved).place, [connection]);
  const text = [source, place].filter((each) => each != null).join(' · ');
  return text === '' ? null : <span class="muted">{display(text)}</span>;
}

/** The links to the pages: a filter and a period stay. */
function Pages({ fragment, first }: { readonly fragment: string; readonly first: Period }) {
  const state = readPage(fragment, first);
  return (
    <nav class="pages" aria-label="Pages">
      {(['home', 'drop', 'ask'] as const).map((page) => (
        <a
          key={page}
          href={writePage(page, state)}
          aria-current={page === pageOf(fragment) ? 'page' : undefined}
        >
          {PAGES[page]}
        </a>
      ))}
    </nav>
  );
}

interface PageViewProps {
  readonly script: PageScript;
  readonly connection: Connection;
  readonly fragment: string;
  readonly go: (fragment: string, isReplaced: boolean) => void;
  readonly now: () => number;
}

/** The page that the address names. */
function Page({ script, connection, fragment, go, now }: PageViewProps) {
  const { first } = connection;
  const state = useMemo(() => readPage(fragment, first.period), [fragment, first]);
  if ('Explorer' in script) return <script.Explorer {...connection} now={now} />;
  const Shown = 'Drop' in script ? script.Drop : script.Home;
  return (
    <Shown
      connection={connection}
      state={state}
      nowMs={now()}
      change={(changes) => {
        // A limit is dragged over many values: "back" leads past them.
        go(writePage(pageOf(fragment), { ...state, ...changes }), 'limit' in changes);
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

async function readSession(signal: AbortSignal): Promise<Session> {
  const answer = await fetch('/session', { headers: ownKey(), signal }).catch(() => null);
  const body: unknown = answer?.ok === true ? await answer.json() : null;
  const { needsToken, source, nowMs } = isJsonObject(body) ? body : {};
  const aheadMs = typeof nowMs === 'number' ? nowMs - Date.now() : 0;
  return {
    needsToken: needsToken !== false,
    source: typeof source === 'string' ? source : null,
    now: () => Date.now() + aheadMs,
  };
}
