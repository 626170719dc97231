/** A run that read pictures: its frames, and what of it is kept. */
import type { Citation, RunSpec, RequestPicture } from '../../../src/lib/agent/frames/frames.ts';
import type { FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import { sha256 } from '../../../src/lib/base/hash.ts';
import type { Reading } from '../../../src/lib/pipeline/ocr/types.ts';
import { createAlbum, type Album } from './album.ts';
import { say } from './script.ts';

export const PICTURE = 'a'.repeat(64);

export const wishOf = (hash: string, more: Partial<RequestPicture> = {}): RequestPicture => ({
  hash,
  text: null,
  url: '',
  title: '',
  ...more,
});

/** “Gates” surely, “ciose” hardly, and “at 3” on a line of its own. */
export const READING: Reading = {
  width: 200,
  height: 100,
  text: 'Gates ciose\nat 3',
  words: [
    { start: 0, end: 5, confidence: 96, box: { x: 10, y: 10, width: 50, height: 12 } },
    { start: 6, end: 11, confidence: 30, box: { x: 70, y: 10, width: 50, height: 12 } },
    { start: 12, end: 14, confidence: 91, box: { x: 10, y: 40, width: 20, height: 12 } },
    { start: 15, end: 16, confidence: 88, box: { x: 40, y: 40, width: 8, height: 12 } },
  ],
};

/** The album with the picture and its reading in it, and the hashes under which they are. */
export async function readPicture(reading: Reading = READING, hash = PICTURE) {
  const json = JSON.stringify(reading);
  const kept = { body: await sha256(reading.text), reading: await sha256(json) };
  const into = (album: Album): Album => {
    album.kept.set(hash, new Blob(['png'], { type: 'image/png' }));
    album.texts.set(kept.reading, json).set(kept.body, reading.text);
    return album;
  };
  const result = (meta: Readonly<Record<string, unknown>> = {}): FrameDraft =>
    ({
      ...say.result('extract_screenshot_text', 'Read the picture: 4 words.'),
      ...({
        tool: 'extract_screenshot_text',
        payload: 'picture',
        end: true,
        objects: [
          {
            name: 'picture',
            body: { hash: kept.body, length: reading.text.length, tokens: 4, preview: reading.text.slice(0, 200) },
            meta: {
              ...{ picture: hash, reading: kept.reading, text: null, url: '', title: '', languages: ['eng'] },
              ...{ width: reading.width, height: reading.height, words: reading.words.length, reduced: false, tab: 7 },
              ...meta,
            },
            hidden: false,
          },
        ],
      } as Partial<FrameDraft>),
    }) as FrameDraft;
  return { ...kept, hash, album: into(createAlbum()), into, result };
}

export type ReadPicture = Awaited<ReturnType<typeof readPicture>>;

export const screenshotSpec = (pictures: readonly RequestPicture[]): Partial<RunSpec> => ({
  job: 'screenshot',
  goal: 'Read the text in this picture.',
  pictures,
});

/** From the first frame to the end. */
export function screenshotRun(read: ReadPicture, meta: Readonly<Record<string, unknown>> = {}): readonly FrameDraft[] {
  return [
    say.invoked(screenshotSpec([wishOf(read.hash)])),
    say.plan(1),
    say.toolCall('extract_screenshot_text'),
    read.result(meta),
    say.answer('Read the picture: 4 words.'),
  ];
}

export const citation = (hash: string, start: number, end: number, exact: string): Citation => ({
  quote: exact,
  ref: '',
  form: 'link',
  verdict: 'verbatim',
  place: { hash, url: '', title: '', tabId: 7, passage: 'p', path: [], start, end, exact, before: '', after: '' },
  mismatches: [],
});
