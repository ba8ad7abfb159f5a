/** A platform whose minimum version an app declares; iPads are `iOS`. */
export const PLATFORMS = ['iOS', 'macOS', 'tvOS', 'watchOS', 'visionOS', 'Android'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** Xcode's build settings, by platform. */
export const DEPLOYMENT_KEYS: ReadonlyMap<string, Platform> = new Map([
  ['IPHONEOS_DEPLOYMENT_TARGET', 'iOS'],
  ['MACOSX_DEPLOYMENT_TARGET', 'macOS'],
  ['TVOS_DEPLOYMENT_TARGET', 'tvOS'],
  ['WATCHOS_DEPLOYMENT_TARGET', 'watchOS'],
  ['XROS_DEPLOYMENT_TARGET', 'visionOS'],
]);

/** A platform by one of the words that Xcode's SDKs, CocoaPods, Swift packages and XcodeGen have for it. */
export function platformOf(word: string): Platform | null {
  return WORDS.get(word.toLowerCase()) ?? null;
}

const WORDS: ReadonlyMap<string, Platform> = new Map([
  ...PLATFORMS.map((platform) => [platform.toLowerCase(), platform] as const),
  ['iphoneos', 'iOS'],
  ['iphonesimulator', 'iOS'],
  ['osx', 'macOS'],
  ['macosx', 'macOS'],
  ['appletvos', 'tvOS'],
  ['appletvsimulator', 'tvOS'],
  ['watchsimulator', 'watchOS'],
  ['xros', 'visionOS'],
  ['xrsimulator', 'visionOS'],
]);

/** A version of Apple's as people write it, `16.0` of `16`, `v16` or `10_15`; null if it is no version. */
export function appleVersion(written: string): string | null {
  const numbers = /^v?(\d{1,3}(?:[._]\d{1,3}){0,2})$/.exec(written.trim())?.[1]?.split(/[._]/);
  if (numbers === undefined) return null;
  const [major = '', minor = '0', patch = '0'] = numbers;
  return [major, minor, ...(Number(patch) === 0 ? [] : [patch])].map(Number).join('.');
}

/**
 * Android's version of each API level, as devices report it (Build.VERSION.RELEASE).
 * Source: https://developer.android.com/tools/releases/platforms
 */
const ANDROID: ReadonlyMap<number, string> = new Map([
  [14, '4.0'],
  [15, '4.0.3'],
  [16, '4.1'],
  [17, '4.2'],
  [18, '4.3'],
  [19, '4.4'],
  [20, '4.4'],
  [21, '5.0'],
  [22, '5.1'],
  [23, '6.0'],
  [24, '7.0'],
  [25, '7.1'],
  [26, '8.0'],
  [27, '8.1'],
  [28, '9'],
  [29, '10'],
  [30, '11'],
  [31, '12'],
  [32, '12'],
  [33, '13'],
  [34, '14'],
  [35, '15'],
  [36, '16'],
]);

/** The version of Android with an API level; null for one that is not in the table. */
export function androidVersion(api: number): string | null {
  return ANDROID.get(api) ?? null;
}

/** Compares two versions number by number: 10.15 is below 11, and 10.9 below 10.15. */
export function compareNumbers(one: string, other: string): number {
  const [left, right] = [one, other].map((version) => version.split('.').map(Number));
  for (let index = 0; index < Math.max(left?.length ?? 0, right?.length ?? 0); index += 1) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
