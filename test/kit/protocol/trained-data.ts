/** Files that begin as the OCR engine's data does. */

/** A head of 24 parts, of which these are there, and a byte for each behind it. `reduceFrame`: of where parts begin. */
export function headOf(
  there: readonly number[],
  change: (starts: bigint[]) => bigint[] = (starts) => starts,
): Uint8Array<ArrayBuffer> {
  const head = 4 + 24 * 8;
  const view = new DataView(new ArrayBuffer(head + there.length));
  view.setInt32(0, 24, true);
  const starts = change(there.map((_, i) => BigInt(head + i)));
  for (let part = 0; part < 24; part += 1) {
    const place = there.indexOf(part);
    view.setBigInt64(4 + part * 8, place === -1 ? -1n : (starts[place] ?? -1n), true);
  }
  return new Uint8Array(view.buffer);
}
