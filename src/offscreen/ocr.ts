/**
 * Pictures, as the offscreen document has them read: one at a time, by one thread that is kept while there is work. The one
 * rule: a line's end ends what is done for it, if need be with the thread, which cannot be told to stop.
 */
import { check } from '../lib/protocol/check.ts';
import type { Line } from '../lib/protocol/offscreen.ts';
import type { OcrEvent, OcrFault } from '../lib/protocol/ocr-schemas.ts';
import type { OcrCall } from './ocr-read.ts';

/** A thread that reads pictures. */
export interface OcrThread {
  /** Begins. `tell` hears of it until `done` or `fault`. */
  read(call: OcrCall, tell: (event: OcrEvent) => void): void;
  end(): void;
}

/** From the moment a picture's turn has come. */
export const READ_MS = 120_000;
/** How long the thread is kept for the next picture: it holds some hundred megabytes. */
export const IDLE_MS = 60_000;
/** Between two words to whoever waits, who would take silence for death. */
export const BEAT_MS = 5_000;
/** After these the thread is as good as before. */
const HARMLESS: readonly OcrFault[] = ['gone', 'broken'];

interface Job {
  readonly call: OcrCall;
  readonly post: (event: OcrEvent) => void;
  readonly done: () => void;
}

/** Serves lines, each of which brings one picture. */
export function ocrService(start: () => OcrThread): (line: Line) => void {
  const waiting: Job[] = [];
  let current: Job | null = null;
  let thread: OcrThread | null = null;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let late: ReturnType<typeof setTimeout> | undefined;

  function endThread(): void {
    thread?.end();
    thread = null;
  }

  function next(): void {
    clearTimeout(idle);
    clearTimeout(late);
    current = waiting.shift() ?? null;
    if (!current) {
      idle = setTimeout(endThread, IDLE_MS);
      return;
    }
    const job = current;
    late = setTimeout(() => finish(job, { type: 'fault', fault: 'timeout', message: '' }), READ_MS);
    thread ??= start();
    thread.read(job.call, (event) => {
      if (job !== current) return;
      if (event.type === 'progress') job.post(event);
      else finish(job, event);
    });
  }

  function finish(job: Job, event: OcrEvent): void {
    if (event.type === 'fault' && !HARMLESS.includes(event.fault)) endThread();
    job.post(event);
    job.done();
    if (job === current) next();
  }

  /** Nobody waits for it any more. */
  function drop(job: Job): void {
    const place = waiting.indexOf(job);
    if (place !== -1) waiting.splice(place, 1);
    if (job !== current) return;
    endThread();
    next();
  }

  return (line) => {
    let job: Job | null = null;
    let gone = false;
    let share = 0;
    const leave = (): void => {
      gone = true;
      clearInterval(beat);
      if (job) drop(job);
      job = null;
    };
    const post = (event: OcrEvent): void => {
      if (gone) return;
      if (event.type === 'progress') share = event.share;
      try {
        line.postMessage(event);
      } catch {
        leave(); // the port closed under our hands
      }
    };
    const beat = setInterval(() => post({ type: 'progress', share }), BEAT_MS);
    line.onDisconnect.addListener(leave);
    line.onMessage.addListener((message) => {
      if (gone || job) return;
      const asked = check('ocr.call', message);
      if (!asked.ok) {
        post({ type: 'fault', fault: 'failed', message: asked.message.slice(0, 500) });
        leave();
        return;
      }
      const { hash, languages } = asked.value;
      job = { call: { hash, languages }, post, done: () => clearInterval(beat) };
      waiting.push(job);
      if (!current) next();
    });
  };
}

/** A real one. */
export function ocrThread(): OcrThread {
  const worker = new Worker(new URL('./ocr-worker.ts', import.meta.url), { type: 'module', name: 'ocr' });
  return {
    read(call, tell) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }: MessageEvent<OcrEvent>) => {
        if (data.type !== 'progress') port1.close(); // one that listens is kept as long as the thread
        tell(data);
      };
      worker.onerror = ({ message }) => tell({ type: 'fault', fault: 'engine', message: message.slice(0, 500) });
      worker.postMessage(call, [port2]);
    },
    end: () => worker.terminate(),
  };
}
