/** Returns uncompressed bytes unchanged. Rejects if the result exceeds `maxBytes` or the data is invalid. */
export async function gunzip(bytes: Uint8Array<ArrayBuffer>, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isGzip && bytes.length > maxBytes) throw new Error('The data is larger than the bound.');
  if (!isGzip) return bytes;
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(pieces).arrayBuffer());
    pieces.push(value);
    size += value.length;
    if (size <= maxBytes) continue;
    await reader.cancel();
    throw new Error('The data is larger than the bound.');
  }
}
