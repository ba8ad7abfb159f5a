/**
 * `Büro: Geräte` → `buro-gerate`: lower-case letters, digits and single dashes; `otherwise` if nothing is
 * left.
 */
export function slugOf(name: string, otherwise: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || otherwise;
}
