import { spawn } from 'node:child_process';

const COMMANDS: Readonly<Record<string, readonly [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens an address in the user's browser; `failed` is called where there is no way to, or what there is finds no browser. */
export function openBrowser(url: string, failed: () => void): void {
  const [command, ...args] = COMMANDS[process.platform] ?? ['xdg-open'];
  spawn(command, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', failed)
    .on('exit', (code) => {
      if (code !== null && code !== 0) failed();
    })
    .unref();
}
