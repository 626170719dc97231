/** The names that share most letter pairs with the wanted one (Dice coefficient), in linear time. */
export function listNearest(wanted: string, names: readonly string[], max: number): readonly string[] {
  const target = listLetterPairs(wanted);
  return names
    .slice(0, 5000)
    .map((name) => ({ name, score: computeSimilarity(target, listLetterPairs(name)) }))
    .sort((a, b) => b.score - a.score || a.name.localeCompare(b.name, 'en'))
    .slice(0, max)
    .map(({ name }) => name);
}

function listLetterPairs(text: string): ReadonlySet<string> {
  const letters = text.toLowerCase().slice(0, 200);
  return new Set(Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)));
}

function computeSimilarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((pair) => b.has(pair)).length;
  return a.size + b.size === 0 ? 0 : (2 * shared) / (a.size + b.size);
}
