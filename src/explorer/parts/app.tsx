// The whole page: connects to the service, asks for a token if it needs one, and shows the page that the
// address names (`#page=drop`). `main.tsx` draws it.
import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { display } from '../../report/render/format/display.ts';
import { messageOf } from '../../text/errors.ts';
import { isJsonObject } from '../../tql/json.ts';
import { createAsker, ownKey, Refusal } from '../service/asker.ts';
import { firstChoices } from '../query/first-choices.ts';
import { askTimes } from '../../report/run/columns/ask.ts';
import { askColumns } from '../service/columns.ts';
import { type PageName, pageOf, PAGES, type Period, readPage, writePage } from '../query/page.ts';
import { Connect } from './connect.tsx';
import { useFragment } from './use-fragment.ts';
import { type Asked, useAsked } from './use-asked.ts';
import { listSaved, type Saved } from '../service/saved.ts';
import type { Connection, PageProps } from './page-controls.tsx';

/** What the service says about itself: whether it needs a token, and whose events it has. */
interface Session {
  readonly needsToken: boolean;
  readonly source: string | null;
  /** Its clock, in epoch milliseconds; the browser's if it does not say its time. */
  readonly now: () => number;
}

/**
 * The page: first the token, then the explorer. The token is kept in the page alone. It waits for the
 * session, then for a token if one is needed, then for the connection; the page that the address names is
 * drawn after that. Its script is loaded meanwhile, and the list of saved insights may come later.
 */
export function App() {
  const { value: session } = useAsked(readSession, []);
  // An object, so that a token that was refused can be tried again.
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
  // Effects of a page come before those of the whole: its queries are sent first.
  const { value: listing = null } = useAsked(
    async () => connection && listSaved(connection.asker),
    [connection],
  );
  // The file of `explore`, or the organization and its app.
  const place = [session?.source, listing?.place].filter((each) => each != null).join(' · ');
  // The script of a page comes while the token is typed.
  const script = useAsked(() => LOADERS[page](), [page]);
  return (
    <>
      <header>
        <h1>Explorer</h1>
        {place !== '' && <span class="muted">{display(place)}</span>}
        {connection !== null && <Links fragment={fragment} first={connection.first.period} />}
      </header>
      {connection === null ? (
        <Connect
          needsToken={session?.needsToken === true}
          problem={problem === undefined ? undefined : sayRefused(problem)}
          connect={(token) => {
            setTyped({ token });
          }}
        />
      ) : (
        <Page
          script={script}
          connection={connection}
          saved={listing?.insights ?? []}
          fragment={fragment}
          go={go}
        />
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
    askTimes((query) => asker.run(query, signal)).catch(() => null),
  ]);
  return { asker, columns, first: firstChoices(times, now()), now };
}

/** Why there is no connection, and what to do. */
function sayRefused(error: unknown): string {
  const isToken = error instanceof Refusal && error.status === 401;
  return isToken
    ? `${messageOf(error)} Check that the whole token is pasted, or create another one: insight-report token create --org NAMESPACE --db FILE`
    : messageOf(error);
}

/** The links to the pages. Between Home and the page of versions a filter and a period stay. */
function Links({ fragment, first }: { readonly fragment: string; readonly first: Period }) {
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
  readonly script: Asked<PageComponent>;
  readonly connection: Connection;
  readonly saved: readonly Saved[];
  readonly fragment: string;
  readonly go: ReturnType<typeof useFragment>[1];
}

/** The page that the address names, with the state that the address holds. */
function Page({ script, connection, saved, fragment, go }: PageViewProps) {
  const { first } = connection;
  const state = useMemo(() => readPage(fragment, first.period), [fragment, first]);
  if (script.isAsking)
    return (
      <p class="muted" role="status">
        Loading…
      </p>
    );
  const { value: Shown, problem } = script;
  if (Shown === undefined)
    return (
      <p class="problem" role="status">
        This page could not be loaded: {messageOf(problem)}. Reload it.
      </p>
    );
  return (
    <Shown
      connection={connection}
      saved={saved}
      state={state}
      change={(changes) => {
        // A limit is dragged over many values: "back" leads past them.
        go(writePage(pageOf(fragment), { ...state, ...changes }), 'limit' in changes);
      }}
    />
  );
}

type PageComponent = (props: PageProps) => VNode;

/** Loads the script of each page, when the page is first opened. */
const LOADERS: Readonly<Record<PageName, () => Promise<PageComponent>>> = {
  home: async () => (await import('./home.tsx')).Home,
  drop: async () => (await import('./drop.tsx')).Drop,
  ask: async () => (await import('./explorer.tsx')).Explorer,
};

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
