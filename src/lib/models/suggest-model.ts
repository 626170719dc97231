/** Which of a server's models to offer first, by their names alone: there is no list of them that would not age. */

/** What does not write text, or not for a reader. */
const OTHER_KINDS = /embed|whisper|tts|audio|realtime|image|moderation|dall-e|sora|veo|imagen|rerank|guard|transcribe/i;
/** Providers call so what is quick and cheap, and good enough for a page. */
const SMALL = /(?:^|[-_/.])(?:mini|flash|haiku|small|versatile)(?:$|[-_/.:])/i;

export function listWriters<M extends { readonly id: string }>(models: readonly M[]): readonly M[] {
  return models.filter(({ id }) => !OTHER_KINDS.test(id));
}

/** The newest of the small ones by version, else the first. Undefined for an empty list. */
export function suggestModel<M extends { readonly id: string }>(models: readonly M[]): M | undefined {
  const small = models.filter(({ id }) => SMALL.test(id));
  return small.toSorted((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true })).at(-1) ?? models[0];
}
