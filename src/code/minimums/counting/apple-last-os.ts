// Says whether a lost user's Apple device could be updated: the last OS version of each older device, by its
// model identifier. Pure.
import { appleModelNames } from '../../../text/apple/apple-models.ts';
import { compareNumbers } from '../reading/platforms.ts';

/**
 * The last major version that Apple's older devices run: `iPhone10` stands for all of iPhone10,1 to
 * iPhone10,6. A model of its own line, as `MacBookPro16,3`, differs from its family, `MacBookPro16`. A
 * device that is not here runs the newest version of its platform.
 *
 * Sources, as of version 27: https://endoflife.date/iphone, /ipad and /apple-watch, which cite Apple's
 * specifications; https://en.wikipedia.org/wiki/IOS_version_history for iPods; for Macs up to macOS 14 the
 * models of OpenCore Legacy Patcher (smbios_data.py); https://support.apple.com/122867 (macOS 26),
 * https://9to5mac.com/2026/06/27/these-five-ipad-models-wont-run-ipados-27-but-deserve-better/ and
 * https://www.macrumors.com/2026/06/08/tvos-27-compatible-apple-tv-models/. macOS 27 runs on no Intel.
 */
const MODELS_BY_LAST_VERSION: Readonly<Record<string, string>> = {
  '3': 'iPhone1,1 iPod1',
  '4': 'iPhone1,2 iPod2 Watch1',
  '5': 'iPad1',
  '6': 'iPhone2 Watch2',
  '7': 'iPhone3',
  '8': 'Watch3',
  '9': 'iPhone4 iPad2 iPad3,1 iPad3,2 iPad3,3',
  '10': 'iPhone5 iPad3,4 iPad3,5 iPad3,6 Watch4 Watch5',
  '10.6': 'MacBook1 MacBookPro1 Macmini1 iMac4',
  '10.7': 'MacBook2 MacBook3 MacBook4 MacBookAir1 MacBookPro2 MacPro1 MacPro2 Macmini2 iMac5 iMac6',
  '10.11':
    'MacBook5 MacBookAir2 MacBookPro3 MacBookPro4 MacBookPro5 MacPro3 MacPro4 Macmini3 iMac7 iMac8 iMac9',
  '10.13':
    'MacBook6 MacBook7 MacBookAir3 MacBookAir4 MacBookPro6 MacBookPro7 MacBookPro8 Macmini4 Macmini5 iMac10 iMac11 iMac12',
  '10.14': 'MacPro5',
  '10.15': 'MacBookAir5 MacBookPro9 MacBookPro10 Macmini6 iMac13 iMac14,1 iMac14,2 iMac14,3',
  '11': 'MacBook8 MacBookAir6 MacBookPro11,1 MacBookPro11,2 MacBookPro11,3 iMac14,4 iMac15',
  '12': 'iPhone6 iPhone7 iPod7 iPad4 MacBook9 MacBookAir7 MacBookPro11,4 MacBookPro11,5 MacBookPro12 MacBookPro13 MacPro6 Macmini7 iMac16 iMac17',
  '13': 'MacBook10 MacBookPro14 iMac18',
  '14': 'MacBookAir8',
  '15': 'iPhone8 iPhone9 iPod9 iPad5 MacBookAir9 MacBookPro15 MacBookPro16,3 Macmini8 iMac19 iMacPro1',
  '16': 'iPhone10 iPad6',
  '17': 'iPad7,1 iPad7,2 iPad7,3 iPad7,4 iPad7,5 iPad7,6',
  '18': 'iPhone11 iPad7,11 iPad7,12',
  '26': 'iPad8,1 iPad8,2 iPad8,3 iPad8,4 iPad8,5 iPad8,6 iPad8,7 iPad8,8 iPad11,1 iPad11,2 iPad11,3 iPad11,4 iPad11,6 iPad11,7 Watch6 AppleTV5 AppleTV6 MacBookPro16 MacPro7 iMac20',
};

/** The newest version that the table knows the devices of. */
const NEWEST = '27';
/** Devices whose last version has no source. */
const UNKNOWN = /^(?:iPod[345]|AppleTV[123]),/;

/** The last version of a model or of a family: `iPad6` → 16, `MacBookPro16,3` → 15. */
const LAST_VERSION_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(MODELS_BY_LAST_VERSION).flatMap(([version, models]) =>
    models.split(' ').map((model) => [model, version]),
  ),
);

/** What is known of a device: it can be updated to a version, it ends below, or it is not known. */
export type Reach = 'updatable' | 'ended' | 'unknown';

/** Whether a device can be updated to a version, by its model identifier or its product name. */
export function reachOf(model: string, version: string): Reach {
  const identifiers = IDENTIFIER.test(model) ? [model] : identifiersOf(model);
  const [reach = 'unknown', ...others] = new Set(identifiers.map((each) => reachOfModel(each, version)));
  return others.length === 0 ? reach : 'unknown';
}

const IDENTIFIER =
  /^(?:iPhone|iPad|iPod|Watch|AppleTV|RealityDevice|MacBook|MacBookAir|MacBookPro|iMac|iMacPro|Macmini|MacPro|Mac)\d+,\d+$/;

/** The identifiers of a product, or of its sizes: `iPad Air (M3)` is one of 11 inches and one of 13. */
function identifiersOf(product: string): readonly string[] {
  return [...appleModelNames()].flatMap(([identifier, name]) =>
    [name, name.replace(/ [\d.]+-inch/, '')].includes(product) ? [identifier] : [],
  );
}

function reachOfModel(identifier: string, version: string): Reach {
  if (UNKNOWN.test(identifier)) return 'unknown';
  const last =
    LAST_VERSION_OF.get(identifier) ?? LAST_VERSION_OF.get(identifier.split(',')[0] ?? '') ?? NEWEST;
  // A last major version goes on to get minor ones: 15 is followed by 15.8.
  if (version.startsWith(`${last}.`) || compareNumbers(last, version) >= 0) return 'updatable';
  // The version is newer than the table, so nobody has looked up which devices it runs on.
  return last === NEWEST ? 'unknown' : 'ended';
}
