// Opens the page that `preview`, `explore` or `demo` serves, for their flag `--open`.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Io } from './io.ts';

const OPENERS: Readonly<Record<string, readonly [program: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/**
 * Opens an address in the user's browser; says so if there is no program to do so, or it fails. The
 * address may hold a secret, and every user of the machine sees the arguments of programs: the browser is
 * given a file of this user's own that leads to the address, until this process ends.
 */
export function openBrowser(url: string, { stderr }: Pick<Io, 'stderr'>, prefix: string): void {
  const failed = (): void => {
    stderr.write(`${prefix}: no browser could be opened; open the address by hand\n`);
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
