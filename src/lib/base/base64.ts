/** Stays below the engine's limit of arguments. */
const CHUNK_BYTES = 8192;

export function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += CHUNK_BYTES)
    text += String.fromCharCode(...bytes.subarray(i, i + CHUNK_BYTES));
  return btoa(text);
}

/** Throws if the text is not Base64. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i += 1) bytes[i] = raw.charCodeAt(i);
  return bytes;
}
