/** Reads a body up to `limitBytes`; the rest is neither read nor kept, and `isWhole` is false. */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  limitBytes: number,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly isWhole: boolean }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length > limitBytes) return { bytes: Buffer.concat(chunks, limitBytes), isWhole: false };
  }
  return { bytes: Buffer.concat(chunks), isWhole: true };
}
