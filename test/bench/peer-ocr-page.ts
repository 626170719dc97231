/** Reads pictures with PP-OCR in a page, as an offscreen document would: files of its own server, no eval. */
import * as ort from 'onnxruntime-web/wasm';
import { DetectionService, normalizeInputToRgb, type PaddleLine, RecognitionService } from 'paddleocr';
import { layOutWords } from '../../src/lib/pipeline/ocr/layout.ts';
import { levelLines } from '../../src/lib/pipeline/ocr/level-lines.ts';
import type { PlacedWord } from '../../src/lib/pipeline/ocr/rows.ts';

/** Of a line as the network is shown it, in pixels; its own 320 widen every short word. */
const MIN_WIDTH = 32;
/** What PP-OCR drops itself. */
const MIN_CONFIDENCE = 0.5;

/** Of 1, 10, 100 and 1000 the best on development seeds. */
const SPACE_FACTOR = 100;

export interface PaddleReader {
  start: (threads: number) => Promise<void>;
  /** `png` as base64. */
  read: (png: string) => Promise<string>;
}

let services: { readonly detection: DetectionService; readonly recognition: RecognitionService } | undefined;

const fetchBytes = async (path: string): Promise<ArrayBuffer> => (await fetch(path)).arrayBuffer();

async function start(threads: number): Promise<void> {
  ort.env.wasm.numThreads = threads;
  ort.env.wasm.wasmPaths = { mjs: '/ort.mjs', wasm: '/ort.wasm' };
  const [detection, recognition, keys] = await Promise.all(['/detection', '/recognition', '/keys'].map(fetchBytes));
  if (!detection || !recognition || !keys) throw new Error('The models are not there.');
  const charactersDictionary = [...new TextDecoder().decode(keys).trimEnd().split('\n'), ' '];
  services = {
    detection: new DetectionService(ort, await ort.InferenceSession.create(detection), {
      channelOrder: 'bgr',
    }),
    recognition: new RecognitionService(ort, favourSpaces(await ort.InferenceSession.create(recognition)), {
      channelOrder: 'bgr',
      outputSelectionStrategy: 'ctc-logits',
      charactersDictionary,
      imageWidth: MIN_WIDTH,
    }),
  };
}

/** Trained on Chinese, the network leaves out most spaces, though it sees where they could be. */
function favourSpaces(session: ort.Session): ort.Session {
  return {
    inputNames: session.inputNames,
    outputNames: session.outputNames,
    async run(feeds) {
      const results = await session.run(feeds);
      for (const { data, dims } of Object.values(results)) {
        const characters = dims.at(-1) ?? 0;
        // the space is the last
        for (let i = characters - 1; i < data.length; i += characters) data[i] = SPACE_FACTOR * (data[i] ?? 0);
      }
      return results;
    },
  };
}

async function read(png: string): Promise<string> {
  if (!services) throw new Error('The engine has not been started.');
  const { detection, recognition } = services;
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  if (!context) throw new Error('There is no canvas.');
  context.drawImage(bitmap, 0, 0);
  const { width, height, data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  const image = normalizeInputToRgb({ width, height, data: new Uint8Array(data.buffer) });
  const lines: PaddleLine[] = [];
  // each box by itself: together, all would be as broad as the longest
  for (const box of await detection.run(image)) lines.push(...(await recognition.run(image, [box])));
  const words = lines.flatMap((line, i) => (line.confidence < MIN_CONFIDENCE ? [] : splitLine(line, i)));
  return layOutWords(levelLines(words, width / 2)).text;
}

/** Words with the places they have if all characters are equally wide. */
function splitLine({ text, box, confidence }: PaddleLine, line: number): readonly PlacedWord[] {
  const [start, end, , foot] = box.points ?? [
    { x: box.x, y: box.y },
    { x: box.x + box.width, y: box.y },
    { x: 0, y: 0 },
    { x: box.x, y: box.y + box.height },
  ];
  const height = Math.hypot(foot.x - start.x, foot.y - start.y);
  return [...text.matchAll(/\S+/gu)].map((found) => {
    const [from, to] = [found.index / text.length, (found.index + found[0].length) / text.length];
    const middle = (from + to) / 2;
    return {
      text: found[0],
      confidence: 100 * confidence,
      line,
      box: {
        x: start.x + from * (end.x - start.x),
        y: start.y + middle * (end.y - start.y),
        width: (to - from) * (end.x - start.x),
        height,
      },
    };
  });
}

Object.assign(globalThis, { paddle: { start, read } satisfies PaddleReader });
