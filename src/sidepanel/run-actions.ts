/** What a person can do with a run: start, continue, fork, stop and retry it, and answer what it asks. */
import type { Payload } from '../chrome/send-request.ts';
import type { AskUserFrame, Rating } from '../lib/agent/frames/control-frames.ts';
import type { ForkPlace } from '../lib/agent/frames/spec.ts';
import { isOver } from '../lib/agent/state/run-status.ts';
import { omitUndefined } from '../lib/base/loose.ts';
import type { RequestName } from '../lib/protocol/requests/requests.ts';
import { toQuestionMessage, type Question } from './question/question.ts';
import { runPart } from './lazy-parts.ts';
import type { PanelDeps, Pending } from './panel-model.ts';
import { isStarting } from './run/stage.ts';
import { PART_MISSING, tryToLoad } from './parts/lazy-part.ts';

interface RunActionsDeps extends PanelDeps<'request' | 'firstRun'> {
  /** Asks the worker for the run of the tab. */
  readonly sendHello: () => void;
}

type RunCommand =
  | 'run.answer'
  | 'run.approve'
  | 'run.decline'
  | 'run.outcome'
  | 'run.rate'
  | 'run.restore'
  | 'run.take-back';

type Start = 'run.start' | 'run.ask' | 'selection.start' | 'picture.take' | 'picture.read';

export function createRunActions({ host, model, change, sendHello }: RunActionsDeps) {
  async function sendToWorker<N extends RequestName>(name: N, payload: Payload<N>) {
    const tabId = model().tab?.tabId ?? -1;
    const reply = await host.request(name, payload);
    if (!reply.ok) change({ type: 'refused', tabId, error: reply.error });
    return reply;
  }

  function runCommand<N extends RequestName>(pending: Pending, name: N, payload: Payload<N>) {
    change({ type: 'command', pending });
    return sendToWorker(name, payload);
  }

  /** The id of the run that the latest start, follow-up or fork is in; '' if it was refused. */
  let starting = Promise.resolve('');
  function sendStart<N extends Start | 'run.follow' | 'run.fork'>(pending: Pending, name: N, payload: Payload<N>) {
    const reply = runCommand(pending, name, payload);
    starting = reply.then((replied) => (replied.ok ? replied.value.runId : ''));
    return reply;
  }

  const sendCancel = (runId: string) => sendToWorker('run.cancel', { runId, commandId: crypto.randomUUID() });

  /** Resolves with whether the command was delivered. */
  async function sendToRun<N extends RunCommand>(name: N, what: Omit<Payload<N>, 'commandId'>): Promise<boolean> {
    const reply = await sendToWorker(name, { ...what, commandId: crypto.randomUUID() } as Payload<N>);
    return reply.ok;
  }

  function showPartMissing(): void {
    const { tab } = model();
    if (tab !== null) change({ type: 'failed', tabId: tab.tabId, error: PART_MISSING });
  }

  /** Before the model gets a run. Resolves with whether there is what shows it, after an error if there is not. */
  async function loadRunPart(): Promise<boolean> {
    const isLoaded = await tryToLoad(runPart, showPartMissing);
    if (!isLoaded) change({ type: 'acknowledged' }); // the panel waits for nothing that it cannot show
    return isLoaded;
  }

  /** Also for the choice of a region. Resolves with whether it has started. */
  async function startRun<N extends Start>(name: N, what: Omit<Payload<N>, 'tabId' | 'commandId'>): Promise<boolean> {
    const { tab, pending } = model();
    if (tab === null || pending !== null) return false;
    const { tabId } = tab;
    const payload = { ...what, tabId, commandId: crypto.randomUUID() } as Payload<N>;
    const reply = await sendStart('start', name, payload);
    if (!reply.ok || !(await loadRunPart())) return false;
    const { runId } = reply.value;
    const started =
      runId === '' ? ({ type: 'choosing', choosing: true } as const) : ({ type: 'started', runId } as const);
    change({ ...started, tabId }, { type: 'acknowledged' });
    sendHello();
    void host.firstRun.close(['try']).catch(() => undefined); // offered again
    return true;
  }

  /** The command stays pending until the run's frames show the request. */
  async function continueRun(runId: string, question: Question): Promise<boolean> {
    const { tab, pending } = model();
    if (tab === null || pending !== null) return false;
    const { tabId } = tab;
    const payload = { runId, ...toQuestionMessage(question), tabId, commandId: crypto.randomUUID() };
    const reply = await sendStart('follow', 'run.follow', payload);
    if (!reply.ok || !(await loadRunPart())) return false;
    change({ type: 'followed', tabId, runId });
    sendHello();
    return true;
  }

  /** `by`: the model that answers in place of the main one. Resolves with the id of the fork of the run in view, or null. */
  async function forkRun(exchange: number, place: ForkPlace, by?: string): Promise<string | null> {
    const { tab, run, pending } = model();
    if (tab === null || run === null || pending !== null) return null;
    const { tabId } = tab;
    const what = { runId: run.runId, exchange, place, tabId, commandId: crypto.randomUUID() };
    const reply = await sendStart('fork', 'run.fork', { ...what, ...omitUndefined({ model: by }) });
    if (!reply.ok) return null;
    const { runId } = reply.value;
    change({ type: 'started', tabId, runId }, { type: 'acknowledged' });
    sendHello();
    return runId;
  }

  return {
    sendToWorker,
    runCommand,
    sendToRun,
    showPartMissing,
    loadRunPart,
    startRun,
    continueRun,
    forkRun,
    /** What the panel offers as it is. */
    forPanel: {
      answer: ({ runId, key }: AskUserFrame, text: string) => sendToRun('run.answer', { runId, ask: key, text }),
      /** `always`: also in future, for that tool on that origin. */
      async approve({ runId, key, call }: AskUserFrame, always = false) {
        if (call === null) return false;
        const yes = { runId, ask: key, hash: call.hash };
        return sendToRun('run.approve', always ? { ...yes, always } : yes);
      },
      decline: ({ runId, key }: AskUserFrame) => sendToRun('run.decline', { runId, ask: key }),
      reportOutcome: ({ runId, key }: AskUserFrame, happened: boolean) =>
        sendToRun('run.outcome', { runId, ask: key, happened }),
      rate: (runId: string, exchange: number, rating: Rating) => sendToRun('run.rate', { runId, exchange, rating }),
      /** `compaction` is that frame's id. */
      unhide: async (compaction: string) => {
        const { run } = model();
        return run !== null && sendToRun('run.restore', { runId: run.runId, compaction });
      },
      /** One that is being started is stopped as soon as it exists. */
      async stop() {
        const { run, stopping } = model();
        if (stopping) return;
        if (isStarting(model())) {
          change({ type: 'stopping' });
          const runId = await starting;
          if (runId !== '') await sendCancel(runId);
        } else if (run !== null && !isOver(run.state.status)) {
          change({ type: 'stopping' });
          await sendCancel(run.runId);
        }
      },
      /** `by`: the model that answers in place of the main one. */
      async retry(by?: string) {
        const { run, pending } = model();
        if (run === null || pending !== null) return;
        const command = { runId: run.runId, commandId: crypto.randomUUID() };
        const reply = await runCommand('retry', 'run.retry', { ...command, ...omitUndefined({ model: by }) });
        if (reply.ok) change({ type: 'acknowledged' });
      },
    },
  };
}
