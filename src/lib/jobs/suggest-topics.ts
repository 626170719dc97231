/** What a page can be asked about, taken from its section headings without a model. */
import { cleanLine } from '../base/one-line.ts';
import { iterateBlocks, getHeadingText } from '../pipeline/text/blocks.ts';
import { toInlineText } from '../pipeline/text/inline.ts';
import { hasWords } from '../pipeline/text/terms.ts';

export const MAX_TOPICS = 3;
/** Characters. Shorter headings are mostly those of every page ("Notes"), longer ones fill the panel. */
const [MIN_LENGTH, MAX_LENGTH] = [8, 60];
/** Characters of the page that are looked through. */
const MAX_READ = 200_000;

/** Words of the page become the user's at a press: none that name an address, or hold what is not seen. */
const isPlain = (topic: string): boolean =>
  topic === cleanLine(topic) && !/[:/\\]{2}|\p{L}\.\p{L}{2,}/u.test(topic) && hasWords(topic);

/** Headings as they stand, in order, each once. At most `MAX_TOPICS`. */
export function suggestTopics(markdown: string): readonly string[] {
  const topics = new Set<string>();
  for (const block of iterateBlocks(markdown.slice(0, MAX_READ))) {
    if (block.kind !== 'heading' || block.depth === 1) continue;
    const topic = toInlineText(getHeadingText(block).slice(0, 500)).text.replace(/\s+/g, ' ').trim();
    if (topic.length >= MIN_LENGTH && topic.length <= MAX_LENGTH && isPlain(topic)) topics.add(topic);
    if (topics.size === MAX_TOPICS) break;
  }
  return [...topics];
}
