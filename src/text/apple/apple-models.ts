// Names Apple's devices: `iPhone17,1` → `iPhone 16 Pro`, and back. Rankings show the name, and a threshold
// may use either. The table has a text for each family: iPhone has `16 Pro=17,1;7=9,1 9,3`.
import { APPLE_MODELS } from './apple-model-table.ts';

/** The word that product names begin with, where it is not the family: `Watch6,1` is an `Apple Watch …`. */
const PRODUCTS: Readonly<Record<string, string>> = { Watch: 'Apple Watch', AppleTV: 'Apple TV' };

let names: ReadonlyMap<string, string> | null = null;

/** The model identifiers of Apple's devices by product name: an iPhone 7 is `iPhone9,1` or `iPhone9,3`. */
export function appleModelsOf(product: string): readonly string[] {
  return [...appleModelNames()].flatMap(([identifier, name]) => (name === product ? [identifier] : []));
}

/** The product names of Apple's devices by model identifier: `iPhone17,1` is an iPhone 16 Pro. */
export function appleModelNames(): ReadonlyMap<string, string> {
  names ??= new Map(
    Object.entries(APPLE_MODELS).flatMap(([family, models]) =>
      models.split(';').flatMap((model) => {
        const [name = '', identifiers = ''] = model.split('=');
        const product = `${PRODUCTS[family] ?? family} ${name}`.trimEnd();
        return identifiers.split(' ').map((identifier) => [`${family}${identifier}`, product] as const);
      }),
    ),
  );
  return names;
}
