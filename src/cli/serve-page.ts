// Serves the pages of `preview`, `explore` and `demo`: prints the page's address, opens the browser with
// `--open`, and ends when the command is stopped.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Hono } from 'hono';
import { listen } from '../service/http/listen.ts';
import { type Io, untilStopped } from './io.ts';
import { guardPage, type PageGuard } from './page-guard.ts';

/** Where a page is served, and how it is announced: `Exploring on ADDRESS`, and by which command. */
interface Page {
  readonly host: string;
  readonly port: number;
  readonly doing: string;
  readonly command: string;
  /** Whether the browser is opened, too. */
  readonly open: boolean;
}

/**
 * Serves an app on an address that holds a secret, while `task` runs: by default until the command must
 * stop.
 */
export async function servePage(
  io: Io,
  page: Page,
  appFor: (guard: PageGuard) => Hono,
  task?: () => Promise<void>,
): Promise<void> {
  const { host, port } = page;
  const guard = guardPage(host);
  const server = await listen(appFor(guard), host, port);
  await showPage(io, page, guard.address(server.url), task);
  await server.close(0);
}

/** Shows an address that is served already, while `task` runs. */
export async function showPage(
  io: Io,
  { doing, command, open }: Page,
  address: string,
  task = () => untilStopped(io),
): Promise<void> {
  io.stdout.write(`${doing} on ${address}\n`);
  if (open) openBrowser(address, io, command);
  await task();
}

/**
 * Opens an address in the user's browser; says so if there is no program to do so, or it fails. The
 * address may hold a secret, and every user of the machine sees the arguments of programs: the browser is
 * given a file of this user's own that leads to the address, until this process ends.
 */
function openBrowser(url: string, { stderr }: Io, command: string): void {
  const failed = () => {
    stderr.write(`insight-report ${command}: no browser could be opened; open the address by hand\n`);
  };
  const folder = mkdtempSync(join(tmpdir(), 'insight-report-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  const file = join(folder, 'open.html');
  const address = url.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const page = `<!doctype html><meta http-equiv="refresh" content="0; url=${address}"><a href="${address}">Open</a>\n`;
  writeFileSync(file, page, { mode: 0o600 });
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  // Windows looks for a program in the current folder first, which may be a stranger's checkout.
  spawn(program, [...args, file], { cwd: dirname(process.execPath), stdio: 'ignore', detached: true })
    .on('error', failed)
    .on('exit', (code) => {
      if (code !== null && code !== 0) failed();
    })
    .unref();
}

/** The program that opens a file in the browser, by operating system. */
const OPENERS: Readonly<Record<string, readonly [program: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};
