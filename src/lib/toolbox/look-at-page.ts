/**
 * `look_at_page`: where something is on the screen. A picture of what the tab shows is read on this machine, cut into tiles,
 * and looked through together with what the page says of its pictures. The one rule: a call looks once: after an
 * interruption it goes on with the picture that it had taken, whatever the tab shows by then.
 */
import { clip } from '../agent/bounds.ts';
import type { Effects } from '../agent/journal.ts';
import type { ToolObject } from '../agent/frames.ts';
import { OWN_TAB, textArg, ToolError, type Tool, type ToolContext, type ToolOutcome } from '../agent/tools.ts';
import type { Figure } from '../pipeline/page/figure.ts';
import type { Reading } from '../pipeline/ocr/types.ts';
import { createIndex } from '../pipeline/search/index.ts';
import { passagesInSlices } from '../pipeline/text/passages.ts';
import { keepBody, metaText, pageLabels, resourceOf } from './page.ts';
import { placesOf, tell, type Place } from './places.ts';
import { numberOf, pictureFound, placeAmong, readOnce } from './picture.ts';
import { TOOL_SCHEMAS } from './schemas.ts';
import { refOf, sourcesIn } from './sources.ts';

/** Name of the object that holds the places found last. */
export const PLACES = 'places';
/** How many places a look brings unless told. */
const LIMIT = 5;

export const lookAtPage: Tool = {
  definition: {
    name: 'look_at_page',
    description:
      'Find where something is on the screen: takes a picture of what the person’s tab shows now and reads it. Takes seconds, so find_in_page comes first for what a page says; use this for what only shows (pictures, charts, video, canvases) and for where it is.',
    inputSchema: TOOL_SCHEMAS.look_at_page,
    outputSchema: null,
    examples: [{ input: { query: 'quarterly revenue chart' }, description: 'where is the revenue chart?' }],
    annotations: { title: 'Look at the page', readOnly: true, destructive: false, idempotent: true, openWorld: false },
  },
  tier: 'private-read',
  destination: () => OWN_TAB,
  timeoutMs: 100_000, // reading the picture has a bound of its own
  async *run(args, context) {
    const query = textArg(args, 'query');
    const limit = typeof args['limit'] === 'number' ? args['limit'] : LIMIT;
    const picture = takenBy(context) ?? (yield* take(context));
    const { reading, places } = await seenIn(picture, context);
    const index = await createIndex(places, metaText(picture, 'language'), context.signal);
    const found = index.search(query, limit).map(({ passage }) => passage);
    if (found.length === 0) throw nothingThere(query, reading, places);
    return outcomeOf(query, found, picture, reading, context);
  },
};

/** The picture that this very call had taken before an interruption. */
function takenBy({ call, state }: ToolContext): ToolObject | undefined {
  return state().turn?.calls.find(({ key }) => key === call.key)?.results[0]?.objects[0];
}

/** Takes a picture of the tab, and gives it with its text: also where nothing is found in it, it can be looked at. */
async function* take(context: ToolContext): Effects<ToolObject> {
  const { ports, signal, call, state } = context;
  const { hash, url, title, scale } = await ports.screen.capture(state().spec?.tabId ?? -1, signal);
  // a page that says nothing of its pictures can still be read
  const figures = await ports.screen.figures(state().spec?.tabId ?? -1, signal).catch(() => []);
  signal.throwIfAborted();
  const read = await readOnce(hash, (share) => ports.progress(call.key, share), context);
  const kept = figures.slice(0, FIGURES).map((figure) => bounded(figure, scale));
  const more = { figures: await ports.blobs.put(JSON.stringify(kept)) };
  const picture = { hash, text: null, url, title, read, reading: read.reading };
  const outcome = await pictureFound(picture, more, context);
  const [object] = outcome.objects;
  if (!object) throw new Error('A picture is found as nothing.');
  yield* context.give({
    ...outcome,
    // where it is to be looked for is what was asked; the text can be found in like a page's
    content: [],
    message: 'Took picture {number} of what the tab shows, and read {words} words in it.',
    metadata: { number: numberOf(hash, state()), words: read.reading.words.length.toLocaleString('en') },
  });
  return object;
}

/** Most pictures of a page that are looked through, and characters of what it says of one. */
const FIGURES = 200;
const SAID = 500;

/** In pixels of the picture, and no longer than a person reads. */
function bounded({ alt, caption, heading, box }: Figure, scale: number): Figure {
  const { x, y, width, height } = box ?? { x: 0, y: 0, width: 0, height: 0 };
  return {
    alt: clip(alt, SAID),
    caption: clip(caption, SAID),
    heading: clip(heading, SAID),
    box: box && { x: x * scale, y: y * scale, width: width * scale, height: height * scale },
  };
}

async function seenIn(
  { meta }: ToolObject,
  { read, signal }: ToolContext,
): Promise<{ readonly reading: Reading; readonly places: readonly Place[] }> {
  const reading = JSON.parse(await read(metaText({ meta }, 'reading'))) as Reading;
  const figures = JSON.parse(await read(metaText({ meta }, 'figures'))) as readonly Figure[];
  signal.throwIfAborted();
  return { reading, places: placesOf(reading, figures) };
}

async function outcomeOf(
  query: string,
  found: readonly Place[],
  picture: ToolObject,
  reading: Reading,
  { ports, state, signal }: ToolContext,
): Promise<ToolOutcome> {
  const hash = metaText(picture, 'picture');
  const source = placeAmong(sourcesIn(state()), hash);
  const passages = await passagesInSlices(reading.text, metaText(picture, 'language'), signal);
  const told = found.map((place, i) => {
    const at = place.start;
    const passage = at === null ? undefined : passages.find(({ start, end }) => start <= at && at < end);
    return tell(place, { number: i + 1, ref: passage ? refOf(passage, source) : '', of: reading });
  });
  const body = await keepBody(told.join('\n\n'), ports);
  const boxes = found.flatMap(({ box }) => (box ? [{ ...box }] : []));
  return {
    name: PLACES,
    payload: 'places',
    message: 'Found {count} places for “{query}” in picture {number}.',
    metadata: { count: found.length, query, number: numberOf(hash, state()) },
    // for the panel and for code: the words stand in the picture's text, which the environment has already
    objects: [{ name: PLACES, body, meta: { query, picture: hash, boxes }, hidden: true }],
    content: [resourceOf(picture, body)],
    labels: pageLabels(metaText(picture, 'url')),
  };
}

/** Most characters of what was seen, where what was looked for was not. */
const GLIMPSE = 160;

function nothingThere(query: string, { text, words }: Reading, places: readonly Place[]): ToolError {
  const figures = places.filter(({ start }) => start === null).length;
  const read = words.length === 0 ? 'no text' : `“${clip(text.replace(/\s+/g, ' ').trim(), GLIMPSE)}”`;
  const said =
    figures === 1
      ? ', and 1 picture that the page describes'
      : `, and ${String(figures)} pictures that the page describes`;
  return new ToolError(
    {
      code: 'tool.nothing-found',
      message: `Nothing on the screen has words of “${query.slice(0, 80)}”. Seen: ${read}${figures === 0 ? '' : said}.`,
      cure: 'Try other words; ask the person to scroll to it; or call interpret_image for what the picture shows.',
    },
    true,
  );
}
