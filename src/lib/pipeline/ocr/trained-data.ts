/** Validates language data by its header, since the engine trusts it. Format: tesseract's tessdatamanager.cpp. */

/** The network, its characters, the recoder. */
const NEEDED_PARTS = [17, 21, 22];
const MAX_PARTS = 64;
const ABSENT_PART = -1n;

export function isTrainedData(bytes: Uint8Array): boolean {
  if (bytes.length < 4) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts = view.getInt32(0, true);
  const headerSize = 4 + parts * 8;
  if (parts <= Math.max(...NEEDED_PARTS) || parts > MAX_PARTS || bytes.length < headerSize) return false;
  const starts = Array.from({ length: parts }, (_, part) => view.getBigInt64(4 + part * 8, true));
  if (!NEEDED_PARTS.every((part) => starts[part] !== ABSENT_PART)) return false;
  const present = starts.filter((start) => start !== ABSENT_PART);
  return present.every((start, i) => start >= (present[i - 1] ?? BigInt(headerSize)) && start < BigInt(bytes.length));
}
