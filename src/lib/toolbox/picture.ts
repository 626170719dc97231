/**
 * A picture with its text, as every tool that reads pictures finds it. The one rule: a picture is read once in a run; what it
 * says is somebody else's words, also where the person corrected how they were read.
 */
import type { WishedPicture } from '../agent/frames.ts';
import type { OcrResult } from '../agent/ports.ts';
import { foundAs, type AgentState, type Found } from '../agent/state.ts';
import type { ToolContext, ToolOutcome } from '../agent/tools.ts';
import type { Json } from '../base/json.ts';
import { DOUBTFUL, type Reading } from '../pipeline/ocr/types.ts';
import { keepBody, metaText, pageLabels, PICTURE } from './page.ts';
import { picturesOf, shownOf, sourcesIn } from './sources.ts';

/** A picture that was read: by the engine, and as the person corrected it where they did. */
export interface ReadPicture extends WishedPicture {
  readonly read: OcrResult;
  readonly reading: Reading;
}

type Reader = Pick<ToolContext, 'ports' | 'state' | 'signal'>;

/** The picture as the engine reads it; as it has read it, where it has in this run. `onProgress`: 0 … 1. */
export async function readOnce(
  hash: string,
  onProgress: (share: number) => void,
  { ports, state, signal }: Reader,
): Promise<OcrResult> {
  const known = foundAs(state(), PICTURE).findLast(({ meta }) => meta['picture'] === hash);
  const kept = known && (await ports.blobs.get(metaText(known, 'read')));
  return known && kept !== undefined ? resultOf(kept, known) : ports.ocr.read(hash, onProgress, signal);
}

const resultOf = (kept: string, { meta }: Found): OcrResult => ({
  reading: JSON.parse(kept) as Reading,
  languages: Array.isArray(meta['languages']) ? meta['languages'].filter((name) => typeof name === 'string') : [],
  reduced: meta['reduced'] === true,
});

/** What a picture says as something that was found, with what a model is shown of it. `more`: what else is known of it. */
export async function pictureFound(
  { hash, text, url, title, read, reading }: ReadPicture,
  more: Readonly<Record<string, Json>>,
  { ports, state, signal }: Reader,
): Promise<Pick<ToolOutcome, 'name' | 'payload' | 'objects' | 'content' | 'labels'>> {
  const { languages, reduced } = read;
  const language = languages.length === 1 ? (TAGS[languages[0] ?? ''] ?? '') : '';
  const body = await keepBody(reading.text, ports);
  const source = placeAmong(sourcesIn(state()), hash);
  const shown = await shownOf(reading.text, { language, source, tokens: body.tokens }, signal);
  const meta = {
    ...more,
    picture: hash,
    reading: await ports.blobs.put(JSON.stringify(reading)),
    read: await ports.blobs.put(JSON.stringify(read.reading)),
    text,
    url,
    title,
    language,
    languages: [...languages],
    width: reading.width,
    height: reading.height,
    words: reading.words.length,
    doubtful: reading.words.filter(({ confidence }) => confidence < DOUBTFUL).length,
    reduced,
    tab: state().spec?.tabId ?? -1,
  };
  return {
    name: PICTURE,
    payload: 'picture',
    objects: [{ name: PICTURE, body, meta, hidden: false }],
    content:
      reading.text === ''
        ? []
        : [
            {
              type: 'resource',
              title: `Text of picture ${String(numberOf(hash, state()))}. ${title}`.trimEnd(),
              uri: url,
              language,
              body: await keepBody(shown, ports),
            },
          ],
    labels: pageLabels(url),
  };
}

/** How a model is told of a picture, and speaks of it: counted from 1 in the order in which they were read first. */
export const numberOf = (hash: string, state: AgentState): number => placeAmong(picturesOf(state), hash) + 1;

/** The picture's place among what was found; past the last one, where it is new. */
export function placeAmong(sources: readonly Found[], hash: string): number {
  const at = sources.findIndex(({ meta }) => meta['picture'] === hash);
  return at === -1 ? sources.length : at;
}

/** BCP 47 tags by the names of the data. */
const TAGS: Readonly<Record<string, string>> = {
  eng: 'en',
  deu: 'de',
  fra: 'fr',
  spa: 'es',
  ita: 'it',
  por: 'pt',
  rus: 'ru',
  chi_sim: 'zh',
  chi_tra: 'zh-Hant',
  jpn: 'ja',
  kor: 'ko',
};
