/** The oldest Node that the packages in the bundle promise to run on: package.json's `engines`. */
const OLDEST: readonly [major: number, minor: number] = [22, 22];

/** Why the command line cannot run on this version of Node, in one sentence; null if it can. */
export function refuseNode(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null;
  return `insight-report needs Node ${OLDEST.join('.')} or newer, and this is Node ${version}: install a newer one from https://nodejs.org.`;
}
