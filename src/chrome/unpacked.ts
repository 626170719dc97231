/** Bytes that may be packed by gzip, unpacked. The one rule: never more than the bound, however little the packed bytes are. */

/** Bytes that are not packed come back as they are. Rejects where they are more than `most`, or not what they claim. */
export async function unpacked(bytes: Uint8Array<ArrayBuffer>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!packed && bytes.length > most) throw new Error('The data is larger than the bound.');
  if (!packed) return bytes;
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(pieces).arrayBuffer());
    pieces.push(value);
    size += value.length;
    if (size <= most) continue;
    await reader.cancel();
    throw new Error('The data is larger than the bound.');
  }
}
