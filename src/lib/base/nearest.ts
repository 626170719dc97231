/** Names most like another: by shared pairs of letters (Dice), which is linear and forgives order and small slips. */
export function nearest(wanted: string, names: readonly string[], max: number): readonly string[] {
  const target = pairs(wanted);
  return names
    .slice(0, 5000)
    .map((name) => ({ name, score: similarity(target, pairs(name)) }))
    .sort((a, b) => b.score - a.score || a.name.localeCompare(b.name, 'en'))
    .slice(0, max)
    .map(({ name }) => name);
}

/** The name that was likely meant; null where none is much like it. */
export function likely(wanted: string, names: readonly string[]): string | null {
  const [best] = nearest(wanted, names, 1);
  return best !== undefined && similarity(pairs(wanted), pairs(best)) >= 0.3 ? best : null;
}

function pairs(text: string): ReadonlySet<string> {
  const letters = text.toLowerCase().slice(0, 200);
  return new Set(Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)));
}

function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((pair) => b.has(pair)).length;
  return a.size + b.size === 0 ? 0 : (2 * shared) / (a.size + b.size);
}
