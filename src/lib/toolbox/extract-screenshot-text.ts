/**
 * `extract_screenshot_text`: the text of the pictures that the person gave, read on this machine. Reading again is harmless.
 * The one rule: what a picture says is somebody else's words, also where the person corrected how they were read.
 */
import type { WishedPicture } from '../agent/frames.ts';
import type { OcrResult } from '../agent/ports.ts';
import type { AgentState, Found } from '../agent/state.ts';
import { ToolError, type PlannedCall, type Tool, type ToolContext, type ToolOutcome } from '../agent/tools.ts';
import { correctedReading } from '../pipeline/ocr/corrected.ts';
import { DOUBTFUL, type Reading } from '../pipeline/ocr/types.ts';
import { keepBody, metaText, pageLabels, PICTURE } from './page.ts';
import { TOOL_SCHEMAS } from './schemas.ts';
import { picturesOf, shownOf, sourcesIn } from './sources.ts';

export const extractScreenshotText: Tool = {
  definition: {
    name: 'extract_screenshot_text',
    description:
      'Read the text in the pictures that the person gave, on their own machine. Single words may be misread. Each passage stands under its id.',
    inputSchema: TOOL_SCHEMAS.extract_screenshot_text,
    outputSchema: null,
    examples: [],
    annotations: { title: 'Read the picture', readOnly: true, destructive: false, idempotent: true, openWorld: false },
  },
  tier: 'pure',
  timeoutMs: 300_000, // each picture has a bound of its own, and there are at most four
  available: ({ spec }) => ((spec?.pictures.length ?? 0) > 0 ? true : 'the person has given no picture.'),
  async *run(_args, context) {
    const state = context.state();
    const wanted = unread(state);
    const all = wanted.length > 0 ? wanted : (state.spec?.pictures ?? []);
    const outcomes: ToolOutcome[] = [];
    for (const [index, picture] of all.entries())
      outcomes.push(await outcomeOf(picture, { index, of: all.length }, context));
    for (const outcome of outcomes.slice(0, -1)) yield* context.give({ ...outcome, end: false });
    const last = outcomes.at(-1);
    if (!last) throw new ToolError(NONE, false);
    return last;
  },
};

/** The call that reads the pictures that the wish is about, while there is one to be read. */
export function readPicturesFirst(state: AgentState): PlannedCall | null {
  if (unread(state).length === 0) return null;
  return { tool: extractScreenshotText.definition.name, args: {}, thought: 'The picture has to be read first.' };
}

/** Pictures of the wish that have not been read yet, or not as the person has corrected them. */
function unread(state: AgentState): readonly WishedPicture[] {
  const known = new Set(picturesOf(state).map((found) => `${metaText(found, 'picture')} ${metaText(found, 'text')}`));
  return (state.spec?.pictures ?? []).filter(({ hash, text }) => !known.has(`${hash} ${text ?? ''}`));
}

async function outcomeOf(
  picture: WishedPicture,
  place: { readonly index: number; readonly of: number },
  context: ToolContext,
): Promise<ToolOutcome> {
  const { ports, signal, call, state } = context;
  const { hash, text, url, title } = picture;
  const told = (share: number): void => ports.progress(call.key, (place.index + share) / place.of);
  const { languages, reduced, ...read } = await ports.ocr.read(hash, told, signal);
  const reading = text === null ? read.reading : correctedReading(read.reading, await context.read(text));
  const spec = state().spec;
  return {
    ...(await pictureFound(picture, { ...read, reading, languages, reduced }, context)),
    message: messageOf(reading, reduced, text !== null),
    metadata: { count: count(reading.words.length), title: title === '' ? url : title },
    end: spec?.job === 'screenshot',
  };
}

/** What a picture says as something that was found, with what a model is shown of it. */
export async function pictureFound(
  { hash, text, url, title }: WishedPicture,
  { reading, languages, reduced }: OcrResult,
  { ports, state, signal }: Pick<ToolContext, 'ports' | 'state' | 'signal'>,
): Promise<Pick<ToolOutcome, 'name' | 'payload' | 'objects' | 'content' | 'labels'>> {
  const language = languages.length === 1 ? (TAGS[languages[0] ?? ''] ?? '') : '';
  const body = await keepBody(reading.text, ports);
  const source = placeOf(hash, sourcesIn(state()));
  const shown = await shownOf(reading.text, { language, source, tokens: body.tokens }, signal);
  const meta = {
    picture: hash,
    reading: await ports.blobs.put(JSON.stringify(reading)),
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
              title: `Text of a picture. ${title}`.trimEnd(),
              uri: url,
              language,
              body: await keepBody(shown, ports),
            },
          ],
    labels: pageLabels(url),
  };
}

/** The picture's place among the sources of the run. */
function placeOf(hash: string, sources: readonly Found[]): number {
  const at = sources.findIndex(({ meta }) => meta['picture'] === hash);
  return at === -1 ? sources.length : at;
}

function messageOf({ text }: Reading, reduced: boolean, corrected: boolean): string {
  if (text === '') return 'There is no text in this picture that could be read.';
  const read = corrected ? 'Took the text as it was corrected: {count} words.' : 'Read the picture: {count} words.';
  return reduced ? `${read} It had to be made smaller to be read, so small print may be missing.` : read;
}

const count = (n: number): string => n.toLocaleString('en');

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

const NONE = {
  code: 'picture.none',
  message: 'There is no picture to read.',
  cure: 'Go on without it.',
};
