import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../errors.ts';
import { isJsonObject } from '../../tql/json.ts';
import { type Asker, createAsker, ownKey } from '../service/asker.ts';
import { type FirstChoices, firstChoices } from '../query/first-choices.ts';
import { askColumns, askTimes, type Column } from '../service/columns.ts';
import { Connect } from './connect.tsx';
import { listSaved, type Saved } from '../service/saved.ts';
import { Explorer } from './explorer.tsx';

/** What the service says of itself: whether a token has to be typed, and what is asked. */
interface Session {
  readonly needsToken: boolean;
  readonly source: string | null;
  /** Its clock beside the browser's; 0 if it does not say its time. */
  readonly aheadMs: number;
}

/** A connection: the asker with its token, and the columns that there are. */
interface Connection {
  readonly asker: Asker;
  readonly columns: readonly Column[];
  readonly first: FirstChoices;
  /** What can be opened; none if the service does not list it. */
  readonly saved: Promise<readonly Saved[]>;
}

/** The page: first the token, then the explorer. The token is kept in the page alone. */
export function App() {
  const [session, setSession] = useState<Session | null>(null);
  const [connection, setConnection] = useState<Connection | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
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
      setProblem(messageOf(error));
    });
  };
  useEffect(() => {
    void readSession().then((found) => {
      setSession(found);
      if (!found.needsToken) connect(null, found.aheadMs);
    });
  }, []);
  return (
    <>
      <header>
        <h1>Explorer</h1>
        {session?.source !== null && session !== null && <span class="muted">{session.source}</span>}
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
        <Explorer {...connection} now={() => Date.now() + (session?.aheadMs ?? 0)} />
      )}
    </>
  );
}

async function readSession(): Promise<Session> {
  const answer = await fetch('/session', { headers: ownKey() }).catch(() => null);
  const given: unknown = answer?.ok === true ? await answer.json() : null;
  const { needsToken, source, nowMs } = isJsonObject(given) ? given : {};
  return {
    needsToken: needsToken !== false,
    source: typeof source === 'string' ? source : null,
    aheadMs: typeof nowMs === 'number' ? nowMs - Date.now() : 0,
  };
}
