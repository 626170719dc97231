/**
 * `extract_screenshot_text`: the text of the pictures that the person gave, read on this machine. Reading again is harmless.
 * The one rule: what a picture says is somebody else's words, also where the person corrected how they were read.
 */
import type { WishedPicture } from '../agent/frames.ts';
import type { AgentState } from '../agent/state.ts';
import { ToolError, type PlannedCall, type Tool, type ToolContext, type ToolOutcome } from '../agent/tools.ts';
import { correctedReading } from '../pipeline/ocr/corrected.ts';
import type { Reading } from '../pipeline/ocr/types.ts';
import { metaText } from './page.ts';
import { numberOf, pictureFound, readOnce } from './picture.ts';
import { TOOL_SCHEMAS } from './schemas.ts';
import { picturesOf } from './sources.ts';

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
    const all = toRead(context.state());
    for (const [index, picture] of all.entries()) {
      const outcome = await outcomeOf(picture, { index, of: all.length }, context);
      if (index === all.length - 1) return outcome;
      yield* context.give({ ...outcome, end: false });
    }
    throw new ToolError(NONE, false);
  },
};

/**
 * Pictures that have not been read; where all have been, all of them. What this very call had read before an interruption
 * is given again: its results are told apart by their order.
 */
function toRead(state: AgentState): readonly WishedPicture[] {
  const wanted = unread(state, state.past.length);
  return wanted.length > 0 ? wanted : wished(state);
}

/** The pictures of the wish, each once, as the person corrected it last. */
const wished = ({ spec }: AgentState): readonly WishedPicture[] =>
  Array.from(new Map(spec?.pictures.map((picture) => [picture.hash, picture])).values());

/** The call that reads the pictures that the wish is about, while there is one to be read. */
export function readPicturesFirst(state: AgentState): PlannedCall | null {
  if (unread(state).length === 0) return null;
  return { tool: extractScreenshotText.definition.name, args: {}, thought: 'The picture has to be read first.' };
}

/** Pictures of the wish that had not been read before that turn, or not as the person has corrected them. */
function unread(state: AgentState, turn = Infinity): readonly WishedPicture[] {
  const known = new Set(
    picturesOf(state, turn).map((found) => `${metaText(found, 'picture')} ${metaText(found, 'text')}`),
  );
  return wished(state).filter(({ hash, text }) => !known.has(`${hash} ${text ?? ''}`));
}

async function outcomeOf(
  picture: WishedPicture,
  place: { readonly index: number; readonly of: number },
  context: ToolContext,
): Promise<ToolOutcome> {
  const { ports, call, state } = context;
  const { hash, text } = picture;
  const told = (share: number): void => ports.progress(call.key, (place.index + share) / place.of);
  const read = await readOnce(hash, told, context);
  const reading = text === null ? read.reading : correctedReading(read.reading, await context.read(text));
  return {
    ...(await pictureFound({ ...picture, read, reading }, {}, context)),
    message: messageOf(reading, { reduced: read.reduced, corrected: text !== null, alone: place.of === 1 }),
    metadata: { count: count(reading.words.length), number: numberOf(hash, state()) },
    end: state().spec?.job === 'screenshot',
  };
}

interface How {
  readonly reduced: boolean;
  readonly corrected: boolean;
  readonly alone: boolean;
}

function messageOf({ text }: Reading, { reduced, corrected, alone }: How): string {
  if (text === '') return `There is no text in ${alone ? 'this picture' : 'picture {number}'} that could be read.`;
  const read = corrected ? 'Took the text as it was corrected: {count} words.' : 'Read the picture: {count} words.';
  return reduced ? `${read} It had to be made smaller to be read, so small print may be missing.` : read;
}

const count = (n: number): string => n.toLocaleString('en');

const NONE = {
  code: 'picture.none',
  message: 'There is no picture to read.',
  cure: 'Go on without it.',
};
