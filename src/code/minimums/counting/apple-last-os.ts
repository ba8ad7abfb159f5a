import { appleModelNames } from '../../../text/apple/apple-models.ts';

/**
 * The last major version that Apple's older devices run, by model identifier: `iPhone10` stands for all of
 * iPhone10,1 to iPhone10,6. Devices that are not named here run the newest of their platform, or are not
 * known.
 *
 * Sources: the lists of compatible devices in Apple's user guides and support pages, as of version 26:
 * https://support.apple.com/guide/iphone/iphe3fa5df43/ios,
 * https://support.apple.com/guide/ipad/ipad213a25b2/ipados,
 * https://support.apple.com/guide/watch/apdf1ebf8704/watchos, https://support.apple.com/122867 (macOS 26),
 * https://support.apple.com/120282 (macOS 15), https://support.apple.com/105113 (macOS 14),
 * https://support.apple.com/102861 (macOS 13), https://support.apple.com/103260 (macOS 12),
 * https://support.apple.com/111980 (macOS 11) and https://support.apple.com/118575 (macOS 10.15).
 */
const LAST: Readonly<Record<string, readonly string[]>> = {
  // iOS and iPadOS
  '3': ['iPhone1,1', 'iPod1'],
  '4': ['iPhone1,2', 'iPod2'],
  '5': ['iPod3', 'iPad1'],
  '6': ['iPhone2', 'iPod4'],
  '7': ['iPhone3'],
  '9': ['iPhone4', 'iPod5', 'iPad2', 'iPad3,1', 'iPad3,2', 'iPad3,3'],
  '10': ['iPhone5', 'iPad3,4', 'iPad3,5', 'iPad3,6'],
  '12': ['iPhone6', 'iPhone7', 'iPod7', 'iPad4'],
  '15': ['iPhone8', 'iPhone9', 'iPod9', 'iPad5'],
  '16': ['iPhone10', 'iPad6'],
  '17': ['iPad7,1', 'iPad7,2', 'iPad7,3', 'iPad7,4', 'iPad7,5', 'iPad7,6'],
  '18': ['iPhone11', 'iPad7,11', 'iPad7,12'],
};

/** The same of watches and of Macs, whose versions are counted otherwise. */
const LAST_OF_WATCHES: typeof LAST = {
  '4': ['Watch1'],
  '6': ['Watch2'],
  '8': ['Watch3'],
  '10': ['Watch4', 'Watch5'],
};
const LAST_OF_MACS: typeof LAST = {
  '10.15': [
    'MacBookAir5',
    'MacBookPro9',
    'MacBookPro10',
    'iMac13',
    'iMac14,1',
    'iMac14,2',
    'iMac14,3',
    'Macmini6',
  ],
  '11': [
    'MacBook8',
    'MacBookAir6',
    'MacBookPro11,1',
    'MacBookPro11,2',
    'MacBookPro11,3',
    'iMac14,4',
    'iMac15',
  ],
  '12': [
    'MacBook9',
    'MacBookAir7',
    'MacBookPro11,4',
    'MacBookPro11,5',
    'MacBookPro12',
    'MacBookPro13',
    'iMac16',
    'iMac17',
    'Macmini7',
    'MacPro6',
  ],
  '13': ['MacBook10', 'MacBookPro14', 'iMac18'],
  '14': ['MacBookAir8'],
  '15': ['MacBookAir9', 'MacBookPro15', 'MacBookPro16,3', 'iMac19', 'iMacPro1', 'Macmini8'],
};

/** The newest major version that the table knows the devices of. */
const NEWEST = 26;

const ENDS: ReadonlyMap<string, string> = new Map(
  [LAST, LAST_OF_WATCHES, LAST_OF_MACS].flatMap((table) =>
    Object.entries(table).flatMap(([version, models]) => models.map((model) => [model, version] as const)),
  ),
);

/** What is known of a device: it can be updated to a version, it ends below, or it is not known. */
export type Reach = 'updatable' | 'ended' | 'unknown';

/** Whether a device can be updated to a version, by its model identifier or its product name. */
export function reachOf(model: string, version: string): Reach {
  const identifiers = IDENTIFIER.test(model) ? [model] : identifiersOf(model);
  const reaches = new Set(identifiers.map((identifier) => reach(identifier, version)));
  const [only] = reaches;
  return reaches.size === 1 && only !== undefined ? only : 'unknown';
}

const IDENTIFIER =
  /^(?:iPhone|iPad|iPod|Watch|AppleTV|RealityDevice|MacBook|MacBookAir|MacBookPro|iMac|iMacPro|Macmini|MacPro|Mac)\d+,\d+$/;

/** The identifiers of a product, or of its sizes: `iPad Air (M3)` is one of 11 inches and one of 13. */
function identifiersOf(product: string): readonly string[] {
  return [...appleModelNames()].flatMap(([identifier, name]) =>
    name === product || name.replace(/ [\d.]+-inch/, '') === product ? [identifier] : [],
  );
}

function reach(identifier: string, version: string): Reach {
  const last = ENDS.get(identifier) ?? ENDS.get(identifier.split(',')[0] ?? '');
  const [major = 0] = version.split('.').map(Number);
  // The last major version goes on to get its minor ones, as far as anybody knows.
  if (last !== undefined) return Number(last.split('.')[0]) < major ? 'ended' : 'updatable';
  return major <= NEWEST ? 'updatable' : 'unknown';
}
