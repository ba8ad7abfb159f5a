/** The store was asked for something it will not or cannot do; the message is a sentence for whoever asked. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
