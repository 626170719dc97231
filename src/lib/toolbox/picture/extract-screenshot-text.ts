/** `extract_screenshot_text`: local OCR of pictures. Idempotent; corrected text is untrusted too. */
import { iterateTold } from '../../base/async.ts';
import { formatNumber, formatPercent } from '../../base/locale.ts';
import type { Commits } from '../../agent/state/journal.ts';
import type { RequestPicture } from '../../agent/frames/frames.ts';
import type { OcrPart } from '../../agent/ports.ts';
import type { AgentState } from '../../agent/state/agent-state.ts';
import {
  ToolError,
  type FindRecorded,
  type PlannedCall,
  type Tool,
  type ToolContext,
  type ToolOutcome,
} from '../../agent/tool-calls/index.ts';
import { applyCorrection } from '../../pipeline/ocr/corrected.ts';
import type { Reading } from '../../pipeline/ocr/types.ts';
import { formatUnread, getPictureNumber, buildPictureArtifact, readPictureOnce } from './picture.ts';
import { PICTURE } from '../page/page-artifacts.ts';
import { listPictures } from '../sources.ts';
import { createDefinition, LOCAL_READ } from '../definition.ts';

export const extractScreenshotText: Tool = {
  definition: createDefinition({
    name: 'extract_screenshot_text',
    title: 'Read the picture',
    description:
      'Read the text in the pictures that the person gave, on their own machine. Single words may be misread. Each passage stands under its id.',
    promises: LOCAL_READ,
  }),
  tier: 'pure',
  timeoutMs: null, // each band of a picture has its own timeout, and the run has a limit
  checkAvailability: ({ spec }) => ((spec?.pictures.length ?? 0) > 0 ? true : 'the person has given no picture.'),
  async *run(_args, context) {
    const pictures = listPicturesToRead(context.state());
    for (const [index, picture] of pictures.entries()) {
      const outcome = yield* readPictureOutcome(picture, { index, of: pictures.length }, context);
      if (index === pictures.length - 1) return outcome;
      yield* context.giveOnce(() => Promise.resolve({ ...outcome, end: false }), findRecorded(picture.hash));
    }
    throw new ToolError(NO_PICTURE_ERROR, false);
  },
};

/** By what it is of: a picture that was read before an interruption gives no parts again. */
const findRecorded =
  (hash: string, share?: number): FindRecorded =>
  (results) =>
    results.find(({ objects }) =>
      objects.some(({ name, meta }) => name === PICTURE && meta.picture === hash && meta.readShare === share),
    );

/** Includes pictures this call read before an interruption. */
function listPicturesToRead(state: AgentState): readonly RequestPicture[] {
  const unread = listUnreadPictures(state, state.past.length);
  return unread.length > 0 ? unread : listRequestedPictures(state);
}

const listRequestedPictures = ({ spec }: AgentState): readonly RequestPicture[] =>
  Array.from(new Map(spec?.pictures.map((picture) => [picture.hash, picture])).values());

/** Null if all are read. */
export function planReadPictures(state: AgentState): PlannedCall | null {
  if (listUnreadPictures(state).length === 0) return null;
  return { tool: extractScreenshotText.definition.name, args: {}, thought: 'The picture has to be read first.' };
}

function listUnreadPictures(state: AgentState, turn = Infinity): readonly RequestPicture[] {
  const readKeys = new Set(listPictures(state, turn).map(({ meta }) => `${meta.picture} ${meta.text ?? ''}`));
  return listRequestedPictures(state).filter(({ hash, text }) => !readKeys.has(`${hash} ${text ?? ''}`));
}

/** Gives what is read so far of a picture that is large as results of its own. */
async function* readPictureOutcome(
  picture: RequestPicture,
  place: { readonly index: number; readonly of: number },
  context: ToolContext,
): Commits<ToolOutcome> {
  const { ports, call, state } = context;
  const { hash, text } = picture;
  const parts = iterateTold((tell: (part: OcrPart) => void) => {
    const handleProgress = (share: number, part?: OcrPart): void => {
      ports.onProgress(call.key, (place.index + share) / place.of);
      if (part && text === null) tell(part);
    };
    return readPictureOnce(hash, handleProgress, context);
  });
  let step = await parts.next();
  for (; step.done !== true; step = await parts.next()) {
    const part = step.value;
    yield* context.giveOnce(() => buildPartOutcome(picture, part, context), findRecorded(hash, part.share));
  }
  const read = step.value;
  const reading = text === null ? read.reading : applyCorrection(read.reading, await context.read(text));
  return {
    ...(await buildPictureArtifact({ ...picture, read, reading }, {}, context)),
    message: formatReadMessage(reading, { reduced: read.reduced, corrected: text !== null, isOnly: place.of === 1 }),
    metadata: { count: formatNumber(reading.words.length), number: getPictureNumber(hash, state()) },
    end: state().spec?.job === 'screenshot',
  };
}

async function buildPartOutcome(
  picture: RequestPicture,
  { share, ...read }: OcrPart,
  context: ToolContext,
): Promise<ToolOutcome> {
  const { reading } = read;
  return {
    ...(await buildPictureArtifact({ ...picture, read, reading }, { readShare: share }, context)),
    message: 'Read the first {share} of the picture: {count} words so far.',
    metadata: { share: formatPercent(share), count: formatNumber(reading.words.length) },
  };
}

function formatReadMessage(
  reading: Reading,
  { reduced, corrected, isOnly }: Readonly<Record<'reduced' | 'corrected' | 'isOnly', boolean>>,
): string {
  const missed = formatUnread(reading);
  if (reading.text === '')
    return `There is no text in ${isOnly ? 'this picture' : 'picture {number}'} that could be read.${missed}`;
  const read = corrected ? 'Took the text as it was corrected: {count} words.' : 'Read the picture: {count} words.';
  return `${read}${missed}${reduced ? ' It had to be made smaller to be read, so small print may be missing.' : ''}`;
}

export const NO_PICTURE_ERROR = {
  code: 'picture.none',
  message: 'There is no picture to read.',
  hint: 'Capture an area of the page, or paste a picture into this panel.',
};
