import { spawn } from 'node:child_process';

const OPENERS: Readonly<Record<string, readonly [program: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens an address in the user's browser; calls `failed` if there is no program to do so, or it fails. */
export function openBrowser(url: string, failed: () => void): void {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  spawn(program, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', failed)
    .on('exit', (code) => {
      if (code !== null && code !== 0) failed();
    })
    .unref();
}
