/** Suggests names for misspelt ones, by edit distance or containment. */

const MAX_COMPARED_CHARS = 64;

/** Null if none is similar enough. */
export function findSimilarName(text: string, names: readonly string[]): string | null {
  const word = text.slice(0, MAX_COMPARED_CHARS).toLowerCase();
  const most = Math.max(1, Math.floor(word.length / 3));
  const rated = names.map((name) => ({
    name,
    slips: measureEditDistance(word, name.slice(0, MAX_COMPARED_CHARS).toLowerCase()),
  }));
  const [best] = rated.sort((a, b) => a.slips - b.slips);
  if (best && best.slips <= most) return best.name;
  return names.find((name) => word.length >= 4 && (name.includes(word) || word.includes(name))) ?? null;
}

/** Counts transpositions too (optimal string alignment). */
function measureEditDistance(a: string, b: string): number {
  let [before, row]: [readonly number[], readonly number[]] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const [changed = 0, above = 0, left = 0] = [row[j], row[j + 1], next[j]];
      const swapped = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j] ? (before[j - 1] ?? 0) + 1 : Infinity;
      next.push(Math.min(above + 1, left + 1, changed + (a[i] === b[j] ? 0 : 1), swapped));
    }
    [before, row] = [row, next];
  }
  return row.at(-1) ?? 0;
}
