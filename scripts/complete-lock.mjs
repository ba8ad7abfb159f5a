// Adds the optional packages of other platforms to package-lock.json. npm omits those that its registry did
// not list when the file was written, and `npm ci` then refuses the file on every platform. Run it after `npm
// install`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const path = join(import.meta.dirname, '..', 'package-lock.json');
const SYSTEMS = ['darwin', 'linux', 'win32', 'freebsd', 'android', 'openharmony'];
const PROCESSORS = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'wasm32'];

/** A lock file with an entry for every optional package that its packages name at an exact version. */
export function completed(lock) {
  const packages = { ...lock.packages };
  for (const [place, { dev, optionalDependencies = {} }] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const nested = `${place}/node_modules/${name}`;
      const top = `node_modules/${name}`;
      if (nested in packages || top in packages || !/^\d+\.\d+\.\d+/.test(version)) continue;
      packages[top] = { version, ...platform(name), ...(dev ? { dev } : {}), optional: true };
    }
  }
  const [[root, own], ...others] = Object.entries(packages);
  others.sort(([a], [b]) => a.localeCompare(b, 'en'));
  return { ...lock, packages: Object.fromEntries([[root, own], ...others]) };
}

/** The platform that a package's name tells, in the lock file's form. */
function platform(name) {
  const words = name.split('/').at(-1).split('-');
  const system = SYSTEMS.find((each) => words.includes(each));
  const processor = PROCESSORS.find((each) => words.includes(each));
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : null;
  return {
    ...(processor ? { cpu: [processor] } : {}),
    ...(libc && system === 'linux' ? { libc: [libc] } : {}),
    ...(system ? { os: [system] } : {}),
  };
}

if (import.meta.main) {
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, `${JSON.stringify(completed(lock), null, 2)}\n`);
}
