/**
 * The engine's data for a language, as a file: a count, where each part begins, then the parts. The one rule: a file is
 * judged by this head alone, before the engine, which trusts it, is given one byte.
 * Format: `TessdataManager::LoadMemBuffer` in tesseract's src/ccutil/tessdatamanager.cpp.
 */

/** Parts that reading takes: the network, its characters, and how it spells them. By their place in the head. */
const NEEDED = [17, 21, 22];
/** Parts that the format knows; a later one may know a few more. */
const MOST_PARTS = 64;
/** The head says so where the file has no such part. */
const ABSENT = -1n;

/** Whether the file is data that pictures can be read with, as far as its head tells. */
export function isTrainedData(bytes: Uint8Array): boolean {
  if (bytes.length < 4) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts = view.getInt32(0, true);
  const head = 4 + parts * 8;
  if (parts <= Math.max(...NEEDED) || parts > MOST_PARTS || bytes.length < head) return false;
  const starts = Array.from({ length: parts }, (_, part) => view.getBigInt64(4 + part * 8, true));
  if (!NEEDED.every((part) => starts[part] !== ABSENT)) return false;
  const there = starts.filter((start) => start !== ABSENT);
  return there.every((start, i) => start >= (there[i - 1] ?? BigInt(head)) && start < BigInt(bytes.length));
}
