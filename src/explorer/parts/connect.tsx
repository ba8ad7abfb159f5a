// The form for the token. `app.tsx` shows it until the service lets the page in.
import { useState } from 'preact/hooks';
import { Input } from './fields.tsx';
import { ProblemLine } from './problem.tsx';

interface ConnectProps {
  readonly needsToken: boolean;
  /** Why there is no connection yet, in words; undefined if nothing went wrong. */
  readonly problem: string | undefined;
  readonly connect: (token: string) => void;
}

/** Asks for the token. Enter connects. */
export function Connect({ needsToken, problem, connect }: ConnectProps) {
  const [token, setToken] = useState('');
  const submit = (event: Event): void => {
    event.preventDefault();
    if (token.trim() !== '') connect(token.trim());
  };
  return (
    <main class="connect">
      {needsToken && (
        <form onSubmit={submit} autocomplete="off">
          <div class="row">
            <Input
              label="Token"
              isWide
              type="password"
              autofocus
              placeholder="tdpat_…"
              value={token}
              change={setToken}
            />
            <button type="submit" class="primary" disabled={token.trim() === ''}>
              Connect
            </button>
          </div>
          <p class="muted">
            A personal access token of your organization; <code>insight-report token create</code> prints one.
            It stays in this page and is forgotten when you close it.
          </p>
        </form>
      )}
      <ProblemLine of={problem} />
    </main>
  );
}
