/** The web search that the person has set in the browser. Nothing else here sends words to a search engine. */

/** In a new tab. It is the person's own press, on these very words, that sends them there. */
export async function searchFor(text: string): Promise<void> {
  await chrome.search.query({ text, disposition: 'NEW_TAB' });
}
