// The platforms whose minimums we read, how build files name them, and how their versions are written and
// compared. Pure.
import type { RaiseResult } from '../../../report/results/results.ts';

/** A platform whose minimum version an app declares; iPads are `iOS`. */
export type Platform = RaiseResult['platform'];

/** The words that Xcode's SDKs, CocoaPods, Swift packages and XcodeGen have for a platform. */
const WORDS: readonly (readonly [Platform, RegExp])[] = [
  ['iOS', /^(?:ios|iphoneos|iphonesimulator)$/i],
  ['macOS', /^(?:macos|macosx|osx)$/i],
  ['tvOS', /^(?:tvos|appletvos|appletvsimulator)$/i],
  ['watchOS', /^(?:watchos|watchsimulator)$/i],
  ['visionOS', /^(?:visionos|xros|xrsimulator)$/i],
  ['Android', /^android$/i],
];

/** A platform by one of its words. */
export function platformOf(word: string): Platform | null {
  return WORDS.find(([, words]) => words.test(word))?.[0] ?? null;
}

/** The build setting of Xcode for each of its platforms. */
export const DEPLOYMENT_KEYS: ReadonlyMap<Platform, string> = new Map([
  ['iOS', 'IPHONEOS_DEPLOYMENT_TARGET'],
  ['macOS', 'MACOSX_DEPLOYMENT_TARGET'],
  ['tvOS', 'TVOS_DEPLOYMENT_TARGET'],
  ['watchOS', 'WATCHOS_DEPLOYMENT_TARGET'],
  ['visionOS', 'XROS_DEPLOYMENT_TARGET'],
]);

/** An Apple version with its minor number: `v16` becomes `16.0`, `10_15` `10.15`; null for any other text. */
export function appleVersion(text: string): string | null {
  const numbers = /^v?(\d{1,3}(?:[._]\d{1,3}){0,2})$/.exec(text.trim())?.[1]?.split(/[._]/);
  if (numbers === undefined) return null;
  const [major, minor = 0, patch = 0] = numbers.map(Number);
  return [major, minor, ...(patch === 0 ? [] : [patch])].join('.');
}

/**
 * Android's versions from API level 14 on, as devices report them (Build.VERSION.RELEASE).
 * Source: https://developer.android.com/tools/releases/platforms
 */
const ANDROID =
  '4.0 4.0.3 4.1 4.2 4.3 4.4 4.4 5.0 5.1 6.0 7.0 7.1 8.0 8.1 9 10 11 12 12 13 14 15 16 17'.split(' ');

/** The version of Android with an API level; null for one that is not in the table. */
export function androidVersion(api: number): string | null {
  return ANDROID[api - 14] ?? null;
}

const { compare } = new Intl.Collator('en', { numeric: true });

/** Compares two versions number by number: 10.15 is below 11, and 16 is 16.0. */
export function compareNumbers(one: string, other: string): number {
  const [left = '', right = ''] = [one, other].map((version) => version.replace(/(?:\.0)+$/, ''));
  return compare(left, right);
}
