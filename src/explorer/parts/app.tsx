import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../text/errors.ts';
import { isJsonObject } from '../../tql/json.ts';
import { createAsker, ownKey } from '../service/asker.ts';
import { firstChoices } from '../query/first-choices.ts';
import { askColumns, askTimes } from '../service/columns.ts';
import { Connect } from './connect.tsx';
import { listSaved } from '../service/saved.ts';
import { type Connection, Explorer } from './explorer.tsx';

/** What the service says of itself: whether a token has to be typed, and what is asked. */
interface Session {
  readonly needsToken: boolean;
  readonly source: string | null;
  /** Its clock beside the browser's; 0 if it does not say its time. */
  readonly aheadMs: number;
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
