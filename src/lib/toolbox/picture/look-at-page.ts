/** `look_at_page`: finds where something is on the screen. Captures once, even if interrupted. */
import { formatCount, formatNumber } from '../../base/locale.ts';
import { clip, collapseWhitespace } from '../../base/one-line.ts';
import type { Commits } from '../../agent/state/journal.ts';
import type { Artifact } from '../../agent/frames/frames.ts';
import {
  OWN_TAB,
  getTextArg,
  ToolError,
  type Tool,
  type ToolContext,
  type ToolOutcome,
} from '../../agent/tool-calls/index.ts';
import type { Reading } from '../../pipeline/ocr/types.ts';
import { createIndex } from '../../pipeline/retrieval/bm25.ts';
import { splitIntoPassagesAsync } from '../../pipeline/text/passages.ts';
import { storeBody, getPageLabels, createResource, PICTURE } from '../page/page-artifacts.ts';
import { formatUnread, getPictureNumber, buildPictureArtifact, findSourceIndex, readPictureOnce } from './picture.ts';
import { listPlaces, renderPlace, type Place } from './places.ts';
import { formatPassageRef, listSources } from '../sources.ts';
import type { Figure } from '../../pipeline/page/read/article.ts';
import { createDefinition, createTextProperty, LOCAL_READ } from '../definition.ts';

type Picture = Artifact<typeof PICTURE>;

const PLACES = 'places';
const DEFAULT_LIMIT = 5;

export const lookAtPage: Tool = {
  definition: createDefinition({
    name: 'look_at_page',
    title: 'Look at the page',
    description:
      'Find where something is on the screen: takes a picture of what the person’s tab shows now and reads it. Takes seconds, so find_in_page comes first for what a page says; use this for what only shows (pictures, charts, video, canvases) and for where it is.',
    properties: {
      query: createTextProperty(
        500,
        'Words that should stand at the place, or in what is said of a picture there, in the language of the page.',
      ),
      limit: { type: 'integer', minimum: 1, maximum: 10, description: 'How many places at most; 5 unless told.' },
    },
    required: ['query'],
    examples: [{ input: { query: 'quarterly revenue chart' }, description: 'where is the revenue chart?' }],
    promises: LOCAL_READ,
  }),
  tier: 'private-read',
  getDestination: () => OWN_TAB,
  errorLabels: getPageLabels(''),
  timeoutMs: 100_000, // reading the picture has its own timeout
  async *run(args, context) {
    const query = getTextArg(args, 'query');
    const limit = typeof args['limit'] === 'number' ? args['limit'] : DEFAULT_LIMIT;
    const picture = findTakenPicture(context) ?? (yield* capturePicture(context));
    const { reading, places } = await loadPlaces(picture, context);
    const index = await createIndex(places, picture.meta.language, context.signal);
    const found = index.search(query, limit).map(({ passage }) => passage);
    if (found.length === 0) throw createNothingFoundError(query, reading, places);
    return buildPlacesOutcome(query, found, picture, reading, context);
  },
};

function findTakenPicture({ call, state }: ToolContext): Picture | undefined {
  const object = state().turn?.calls.find(({ key }) => key === call.key)?.results[0]?.objects[0];
  return object?.name === PICTURE ? object : undefined;
}

/** Commits the picture with its text even if nothing matches. */
async function* capturePicture(context: ToolContext): Commits<Picture> {
  const { ports, signal, call, state } = context;
  const { hash, url, title, scale } = await ports.screen.capture(state().spec?.tabId ?? -1, signal);
  // a page whose figures cannot be listed can still be read
  const figures = await ports.screen.listFigures(state().spec?.tabId ?? -1, signal).catch(() => []);
  signal.throwIfAborted();
  const read = await readPictureOnce(hash, (share) => ports.onProgress(call.key, share), context);
  const kept = figures.slice(0, MAX_FIGURES).map((figure) => normaliseFigure(figure, scale));
  const extraMeta = { figures: await ports.blobs.put(JSON.stringify(kept)) };
  const picture = { hash, text: null, url, title, read, reading: read.reading };
  const outcome = await buildPictureArtifact(picture, extraMeta, context);
  yield* context.giveResult({
    ...outcome,
    content: [],
    message: 'Took picture {number} of what the tab shows, and read {words} words in it.' + formatUnread(read.reading),
    metadata: { number: getPictureNumber(hash, state()), words: formatNumber(read.reading.words.length) },
  });
  return outcome.objects[0];
}

const MAX_FIGURES = 200;
const MAX_FIGURE_CHARS = 500;

function normaliseFigure({ alt, caption, heading, box }: Figure, scale: number): Figure {
  const { x, y, width, height } = box ?? { x: 0, y: 0, width: 0, height: 0 };
  return {
    alt: clip(alt, MAX_FIGURE_CHARS),
    caption: clip(caption, MAX_FIGURE_CHARS),
    heading: clip(heading, MAX_FIGURE_CHARS),
    box: box && { x: x * scale, y: y * scale, width: width * scale, height: height * scale },
  };
}

async function loadPlaces(
  { meta }: Picture,
  { read, signal }: ToolContext,
): Promise<{ readonly reading: Reading; readonly places: readonly Place[] }> {
  const reading = JSON.parse(await read(meta.reading)) as Reading;
  const figures = JSON.parse(await read(meta.figures ?? '')) as readonly Figure[];
  signal.throwIfAborted();
  return { reading, places: listPlaces(reading, figures) };
}

async function buildPlacesOutcome(
  query: string,
  found: readonly Place[],
  picture: Picture,
  reading: Reading,
  { ports, state, signal }: ToolContext,
): Promise<ToolOutcome> {
  const hash = picture.meta.picture;
  const source = findSourceIndex(listSources(state()), hash);
  const passages = await splitIntoPassagesAsync(reading.text, picture.meta.language, signal);
  const descriptions = found.map((place, i) => {
    const offset = place.start;
    const passage = offset === null ? undefined : passages.find(({ start, end }) => start <= offset && offset < end);
    return renderPlace(place, { number: i + 1, ref: passage ? formatPassageRef(passage, source) : '', of: reading });
  });
  const body = await storeBody(descriptions.join('\n\n'), ports);
  const boxes = found.flatMap(({ box }) => (box ? [{ ...box }] : []));
  return {
    name: PLACES,
    payload: 'places',
    message: 'Found {count} places for “{query}” in picture {number}.',
    metadata: { count: found.length, query, number: getPictureNumber(hash, state()) },
    objects: [{ name: PLACES, body, meta: { query, picture: hash, boxes }, hidden: true }],
    content: [createResource(picture, body)],
    labels: getPageLabels(picture.meta.url),
  };
}

const MAX_SEEN_CHARS = 160;

function createNothingFoundError(query: string, { text, words }: Reading, places: readonly Place[]): ToolError {
  const figures = places.filter(({ start }) => start === null).length;
  const seenText = words.length === 0 ? 'no text' : `“${clip(collapseWhitespace(text), MAX_SEEN_CHARS)}”`;
  const figuresNote = formatCount(figures, {
    one: ', and # picture that the page describes',
    other: ', and # pictures that the page describes',
  });
  return new ToolError(
    {
      code: 'tool.nothing-found',
      message: `Nothing on the screen has words of “${query.slice(0, 80)}”. Seen: ${seenText}${figures === 0 ? '' : figuresNote}.`,
      hint: 'Scroll to it, or ask in other words.',
    },
    true,
    'Try other words; ask the person to scroll to it; or call interpret_image for what the picture shows.',
  );
}
