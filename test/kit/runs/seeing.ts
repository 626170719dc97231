/** A world with eyes: a screen, an engine that reads its pictures, and what a model would be shown of them. */
import type { RunModels, RequestPicture } from '../../../src/lib/agent/frames/frames.ts';
import type { OcrResult, RunPorts } from '../../../src/lib/agent/ports.ts';
import type { Box, Reading, ReadWord } from '../../../src/lib/pipeline/ocr/types.ts';
import { raceWithAbort } from '../../../src/lib/base/async.ts';
import { modelsOf, modelTermsOf } from './world.ts';
import type { Figure } from '../../../src/lib/pipeline/page/read/article.ts';

/** A reading of lines of text, each 20 pixels high and 10 below the one before, letters 8 pixels wide. */
export function readingOf(text: string): Reading {
  const words: ReadWord[] = [];
  let start = 0;
  for (const [row, line] of text.split('\n').entries()) {
    for (const { 0: word, index } of line.matchAll(/\S+/g)) {
      const box = { x: 10 + index * 8, y: 10 + row * 30, width: word.length * 8, height: 20 };
      words.push({ start: start + index, end: start + index + word.length, confidence: 90, box });
    }
    start += line.length + 1;
  }
  return { width: 900, height: 600, text, words };
}

/** 64 characters, as a hash has. */
export const hashOf = (letter: string): string => letter.repeat(64);

export const pictureOf = (letter: string, more: Partial<RequestPicture> = {}): RequestPicture => ({
  hash: hashOf(letter),
  text: null,
  url: 'https://example.org/a',
  title: 'A page',
  ...more,
});

export interface Seen {
  /** Texts of pictures by the letter of their hash; one that is an error cannot be read. */
  readonly texts: Readonly<Record<string, string | Error>>;
  /** The letter of what the tab shows. */
  screen?: string;
  figures?: readonly Figure[];
  /** Places in every picture that the engine cannot make out. */
  readonly unread?: readonly Box[];
  /** Every picture is given in so many bands, of a line each. */
  readonly bands?: number;
  /** Called after each band but the last; reading goes on when it resolves. */
  readonly afterBand?: () => Promise<void>;
}

/** Ports over pictures, and what was asked of them. `seen` may change while a run lives. */
export function eyes(seen: Seen) {
  const counts = { read: 0, captured: 0, shown: 0 };
  const ports: Pick<RunPorts, 'ocr' | 'screen' | 'pictures'> = {
    ocr: {
      async read(hash, onProgress, signal): Promise<OcrResult> {
        counts.read += 1;
        const text = seen.texts[hash.charAt(0)];
        if (typeof text !== 'string') throw text ?? new Error('There is no such picture.');
        const { bands = 1, afterBand } = seen;
        for (let band = 1; band < bands; band += 1) {
          const reading = readingOf(text.split('\n').slice(0, band).join('\n'));
          onProgress(band / bands, { reading, share: band / bands, languages: ['eng'], reduced: false });
          await raceWithAbort(Promise.resolve(afterBand?.()), signal);
        }
        onProgress(1);
        const reading = { ...readingOf(text), ...(seen.unread && { unread: seen.unread }) };
        return { reading, languages: ['eng'], reduced: false };
      },
    },
    screen: {
      capture() {
        counts.captured += 1;
        const hash = hashOf(seen.screen ?? 's');
        return Promise.resolve({
          hash,
          width: 900,
          height: 600,
          scale: 2,
          url: 'https://example.org/a',
          title: 'A page',
        });
      },
      listFigures: () => Promise.resolve(seen.figures ?? []),
    },
    pictures: {
      loadForModel() {
        counts.shown += 1;
        return Promise.resolve({ mediaType: 'image/png', data: 'cGl4ZWxz'.repeat(1000), width: 900, height: 600 });
      },
    },
  };
  return { ports, counts };
}

const sighted = (id: string, pictures: boolean) => {
  const config = modelTermsOf({ id });
  return { ...config, config: { ...config.config, pictures } };
};

/** A main model and one that looks at pictures. `mainSees`: so does the main one. */
export const withVision = (mainSees = false): RunModels =>
  modelsOf(sighted('scripted:model', mainSees), { vision: sighted('vision', true) });
