/** Serves OCR one picture at a time in one thread; closing a port cancels its job. */
import { READ_MS } from '../lib/pipeline/ocr/types.ts';
import { check } from '../lib/protocol/check.ts';
import type { PortLike } from '../lib/protocol/offscreen/offscreen.ts';
import type { OcrEvent, OcrFault } from '../lib/protocol/offscreen/ocr.ts';
import type { OcrCall } from './ocr-reader.ts';

interface OcrThread {
  read(call: OcrCall, onEvent: (event: OcrEvent) => void): void;
  terminate(): void;
}

/** An idle thread holds some hundred megabytes. */
export const IDLE_MS = 60_000;
/** Keeps the caller from taking silence for a crash. */
export const HEARTBEAT_MS = 5_000;
const HARMLESS_FAULTS: readonly OcrFault[] = ['gone', 'broken'];

interface Job {
  readonly call: OcrCall;
  readonly post: (event: OcrEvent) => void;
  readonly onDone: () => void;
}

export function createOcrService(startThread: () => OcrThread): (line: PortLike) => void {
  const queue: Job[] = [];
  let current: Job | null = null;
  let thread: OcrThread | null = null;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;
  let timeoutTimer: ReturnType<typeof setTimeout> | undefined;

  function endThread(): void {
    thread?.terminate();
    thread = null;
  }

  function startNext(): void {
    clearTimeout(idleTimer);
    clearTimeout(timeoutTimer);
    current = queue.shift() ?? null;
    if (!current) {
      idleTimer = setTimeout(endThread, IDLE_MS);
      return;
    }
    const job = current;
    startTimeout(job);
    thread ??= startThread();
    thread.read(job.call, (event) => {
      if (job !== current) return;
      if (event.type !== 'progress') {
        finishJob(job, event);
        return;
      }
      if (event.band) startTimeout(job);
      job.post(event);
    });
  }

  /** Each band has its own time. */
  function startTimeout(job: Job): void {
    clearTimeout(timeoutTimer);
    timeoutTimer = setTimeout(() => finishJob(job, { type: 'fault', fault: 'timeout', message: '' }), READ_MS);
  }

  function finishJob(job: Job, event: OcrEvent): void {
    if (event.type === 'fault' && !HARMLESS_FAULTS.includes(event.fault)) endThread();
    job.post(event);
    job.onDone();
    if (job === current) startNext();
  }

  function cancelJob(job: Job): void {
    const index = queue.indexOf(job);
    if (index !== -1) queue.splice(index, 1);
    if (job !== current) return;
    endThread();
    startNext();
  }

  return (line) => {
    let job: Job | null = null;
    let isClosed = false;
    let share = 0;
    const stop = (): void => {
      isClosed = true;
      clearInterval(heartbeat);
      if (job) cancelJob(job);
      job = null;
    };
    const post = (event: OcrEvent): void => {
      if (isClosed) return;
      if (event.type === 'progress') share = event.share;
      try {
        line.postMessage(event);
      } catch {
        stop(); // the port was already closed
      }
    };
    const heartbeat = setInterval(() => post({ type: 'progress', share }), HEARTBEAT_MS);
    line.onDisconnect.addListener(stop);
    line.onMessage.addListener((message) => {
      if (isClosed || job) return;
      const call = check('ocr.call', message);
      if (!call.ok) {
        post({ type: 'fault', fault: 'failed', message: call.message.slice(0, 500) });
        stop();
        return;
      }
      const { hash, languages } = call.value;
      job = { call: { hash, languages }, post, onDone: () => clearInterval(heartbeat) };
      queue.push(job);
      if (!current) startNext();
    });
  };
}

export function startOcrThread(): OcrThread {
  const worker = new Worker(new URL('./ocr-worker.ts', import.meta.url), { type: 'module', name: 'ocr' });
  return {
    read(call, onEvent) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }: MessageEvent<OcrEvent>) => {
        if (data.type !== 'progress') port1.close(); // a listening port would be kept alive as long as the thread
        onEvent(data);
      };
      worker.onerror = ({ message }) => onEvent({ type: 'fault', fault: 'engine', message: message.slice(0, 500) });
      worker.postMessage(call, [port2]);
    },
    terminate: () => worker.terminate(),
  };
}
