/** Reads a picture at most once in a run. Its text is untrusted, even where corrected. */
import { formatCount } from '../../base/locale.ts';
import type { Artifact, RequestPicture } from '../../agent/frames/frames.ts';
import type { OcrPart, OcrResult } from '../../agent/ports.ts';
import { findArtifactsByName } from '../../agent/state/artifacts.ts';
import type { AgentState } from '../../agent/state/agent-state.ts';
import type { ToolContext, ToolOutcome } from '../../agent/tool-calls/index.ts';
import { DOUBTFUL_BELOW, type Reading } from '../../pipeline/ocr/types.ts';
import { storeBody, getPageLabels, PICTURE, type Source } from '../page/page-artifacts.ts';
import { listPictures, renderSource, listSources } from '../sources.ts';

/** `read`: as the OCR engine read it; `reading`: with the user's corrections. */
export interface ReadPicture extends RequestPicture {
  readonly read: OcrResult;
  readonly reading: Reading;
}

type ReaderContext = Pick<ToolContext, 'ports' | 'state' | 'signal'>;

/** `onProgress`: 0 … 1, with what is read so far of a picture that is large. */
export async function readPictureOnce(
  hash: string,
  onProgress: (share: number, part?: OcrPart) => void,
  { ports, state, signal }: ReaderContext,
): Promise<OcrResult> {
  const existing = findArtifactsByName(state(), PICTURE).findLast(
    ({ meta }) => meta.picture === hash && meta.readShare === undefined,
  );
  const stored = existing && (await ports.blobs.get(existing.meta.read));
  if (!existing || stored === undefined) return ports.ocr.read(hash, onProgress, signal);
  const { languages, reduced } = existing.meta;
  return { reading: JSON.parse(stored) as Reading, languages, reduced };
}

/** Builds the artifact of a read picture and, unless it is a part, the text that the model is shown. */
export async function buildPictureArtifact(
  { hash, text, url, title, read, reading }: ReadPicture,
  extraMeta: Pick<Artifact<typeof PICTURE>['meta'], 'figures' | 'readShare'>,
  { ports, state, signal }: ReaderContext,
): Promise<
  Pick<ToolOutcome, 'name' | 'payload' | 'content' | 'labels'> & { readonly objects: [Artifact<typeof PICTURE>] }
> {
  const { languages, reduced } = read;
  const language = languages.length === 1 ? (LANGUAGE_TAGS[languages[0] ?? ''] ?? '') : '';
  const body = await storeBody(reading.text, ports);
  const isPart = extraMeta.readShare !== undefined;
  const json = JSON.stringify(reading);
  const meta = {
    ...extraMeta,
    picture: hash,
    reading: await ports.blobs.put(json),
    read: await ports.blobs.put(read.reading === reading ? json : JSON.stringify(read.reading)),
    text,
    url,
    title,
    language,
    languages: [...languages],
    width: reading.width,
    height: reading.height,
    words: reading.words.length,
    doubtful: reading.words.filter(({ confidence }) => confidence < DOUBTFUL_BELOW).length,
    reduced,
    tab: state().spec?.tabId ?? -1,
  };
  return {
    name: PICTURE,
    payload: 'picture',
    objects: [{ name: PICTURE, body, meta, hidden: isPart }],
    content: reading.text === '' || isPart ? [] : [await renderContent()],
    labels: getPageLabels(url),
  };

  async function renderContent() {
    const source = findSourceIndex(listSources(state()), hash);
    const shown = await renderSource(reading.text, { language, source, tokens: body.tokens }, signal);
    return {
      type: 'resource' as const,
      title: `Text of picture ${String(getPictureNumber(hash, state()))}. ${title}`.trimEnd(),
      uri: url,
      language,
      body: await storeBody(shown, ports),
    };
  }
}

/** A sentence with a space before it; '' if all was read. */
export const formatUnread = ({ unread = [] }: Reading): string =>
  unread.length === 0
    ? ''
    : ` Something in it could not be read, in ${formatCount(unread.length, { one: '# place', other: '# places' })}.`;

/** From 1, in the order of first reading. */
export const getPictureNumber = (hash: string, state: AgentState): number =>
  findSourceIndex(listPictures(state), hash) + 1;

/** The number of sources if it is new. */
export function findSourceIndex(sources: readonly Source[], hash: string): number {
  const at = sources.findIndex(({ name, meta }) => name === PICTURE && meta.picture === hash);
  return at === -1 ? sources.length : at;
}

/** BCP 47 tags by Tesseract language codes. */
const LANGUAGE_TAGS: Readonly<Record<string, string>> = {
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
