/** An answer's headers, by their names in lower case. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Whether an answer is compressed, though that was not asked for. */
export function isEncoded({ headers }: { readonly headers: Headers }): boolean {
  return !/^(?:identity)?$/i.test(String(headers['content-encoding'] ?? ''));
}
