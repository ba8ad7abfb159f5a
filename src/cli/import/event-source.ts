/** Where events are read from: a file as it is, or bytes that can be read once, decompressed. */
export type EventSource =
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'stream'; readonly name: string; readonly bytes: AsyncIterable<Uint8Array> };
