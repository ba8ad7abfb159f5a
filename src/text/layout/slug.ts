/** A short name of small letters, digits and single dashes; `otherwise` if the name has none of them. */
export function slugOf(name: string, otherwise: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || otherwise;
}
