/** `/` at the beginning of a question asks for commands, `@` before its last word for what it can name. Pure. */
export interface Trigger {
  readonly sign: '/' | '@';
  /** In lower case. */
  readonly query: string;
  /** The text without it. */
  readonly rest: string;
}

/** Null if the text asks for no suggestions. */
export function findTrigger(text: string): Trigger | null {
  const command = /^\/([^\s/]*)$/.exec(text);
  if (command) return { sign: '/', query: (command[1] ?? '').toLowerCase(), rest: '' };
  const mention = /^([^]*\s|)@([^\s@]*)$/.exec(text);
  return mention && { sign: '@', query: (mention[2] ?? '').toLowerCase(), rest: mention[1] ?? '' };
}

/** Those with a word that begins with the query, or that are named as it, in their order. */
export function filterByQuery<T extends { readonly label: string }>(items: readonly T[], query: string): readonly T[] {
  return items.filter(({ label }) => {
    const text = label.toLowerCase();
    return text.startsWith(`/${query}`) || text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(query));
  });
}
