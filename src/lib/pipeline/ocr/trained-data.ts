/**
 * Validates the engine's language data by the file's header (a count, then the offset of each part) before the engine,
 * which trusts it, gets any byte.
 * Format: `TessdataManager::LoadMemBuffer` in tesseract's src/ccutil/tessdatamanager.cpp.
 */

/** Required parts by index in the header: the network, its characters, and the recoder. */
const NEEDED_PARTS = [17, 21, 22];
/** Upper bound on parts; later versions of the format may have a few more. */
const MAX_PARTS = 64;
/** Offset of a part that is not in the file. */
const ABSENT_PART = -1n;

/** Returns whether the file is usable data, as far as its header shows. */
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
