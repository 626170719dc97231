/** The user's actions on agents, which the worker stores. */
import type { UserError } from '../../lib/base/errors.ts';
import type { AgentEntry } from '../../lib/protocol/requests/agents.ts';
import type { AgentManifest } from '../../lib/agent/frames/frames.ts';
import { UNDO_MS } from '../history/history-actions.ts';
import { t } from '../strings/shell.ts';
import { isUnsaved, type Drafting, type Writing } from './agents-state.ts';
import type { Question } from '../question/question.ts';
import type { PanelDeps } from '../panel-model.ts';

interface AgentsControllerDeps extends PanelDeps<'request'> {
  readonly startRun: (question: Question) => Promise<boolean>;
  readonly sendCommand: (name: 'run.take-back', what: { runId: string; of: string }) => Promise<boolean>;
  /** Shows it on the page that the user looks at, which need not be one of agents. */
  readonly showError: (error: UserError) => void;
}

export function createAgentsController(deps: AgentsControllerDeps) {
  const { host, model, change, startRun, sendCommand, showError } = deps;
  let requestCount = 0;
  let undoTimer: ReturnType<typeof setTimeout> | undefined;
  let continueLeaving: () => void = () => undefined;

  /** Only the reply to the latest request is applied. */
  async function refresh(): Promise<void> {
    const requestNumber = ++requestCount;
    const reply = await host.request('agents.list', {});
    if (requestNumber === requestCount) change({ type: 'agents.known', reply });
  }

  /** Null shows the list. */
  function show(id: string | null): void {
    leave(() => change({ type: 'agents.show', id }));
  }

  /** Calls `next` at once, or after the user has agreed to discard unsaved changes. */
  function leave(next: () => void): void {
    if (!isUnsaved(model().agentsPage)) {
      next();
      return;
    }
    continueLeaving = next;
    change({ type: 'agents.write', changes: { leaving: true } });
  }

  const showRefusal = (error: UserError | null): void => change({ type: 'agents.refused', error });

  const changeDraft = (changes: Partial<Drafting>): void => change({ type: 'agents.draft', changes });

  const isListInView = (): boolean => {
    const page = model().agentsPage;
    return page?.open === null && page.writing === null;
  };

  /** In the form, unsaved from the start, if the list is still in view; else it waits there. */
  async function openDraft(): Promise<void> {
    const check = await import('./manifest-check.ts').then((part) => part.loadManifestCheck()).catch(() => null);
    const { result } = model().agents.draft;
    if (!isListInView()) return;
    if (check === null) showRefusal({ code: 'agent.file', message: t.agents.editor.checkFailed, hint: '' });
    else if (result !== null)
      change({
        type: 'agents.edit',
        writing: { of: '', title: t.agents.editor.new, text: check.write(result), before: '' },
      });
  }

  /** Resolves with whether it was removed. */
  async function requestRemoval(id: string): Promise<boolean> {
    const reply = await host.request('agents.remove', { id });
    if (!reply.ok) showRefusal(reply.error);
    else await refresh();
    return reply.ok;
  }

  /** For some seconds; null for nothing any more. */
  function offerUndo(agent: AgentEntry | null): void {
    clearTimeout(undoTimer);
    if (agent !== null) undoTimer = setTimeout(() => offerUndo(null), UNDO_MS);
    change({ type: 'agents.removed', agent });
  }

  /** Resolves with why it is not stored again; null if it is. */
  async function restore({ text, manifest }: AgentEntry): Promise<UserError | null> {
    const reply = await host.request('agents.save', { text, manifest: { ...manifest } });
    if (!reply.ok) return reply.error;
    const [fault] = reply.value.faults;
    return fault === undefined ? null : { code: 'agent.unfit', message: t.history.notRestored, hint: fault.hint };
  }

  const close = (): void => leave(() => change({ type: 'agents.close' }));

  return {
    refresh,
    show,
    leave,
    close,
    open: () => {
      show(null);
      void refresh();
    },
    confirmLeave(yes: boolean) {
      const next = continueLeaving;
      continueLeaving = () => undefined;
      if (!yes) {
        change({ type: 'agents.write', changes: { leaving: false } });
        return;
      }
      change({ type: 'agents.edit', writing: null });
      next();
    },
    goBack: () => {
      const page = model().agentsPage;
      if (page?.writing) leave(() => change({ type: 'agents.edit', writing: null }));
      else if (page !== null && page.open !== null) show(null);
      else close();
    },
    edit: (writing: Pick<Writing, 'of' | 'title' | 'text' | 'before'>) => change({ type: 'agents.edit', writing }),
    setText: (text: string) => change({ type: 'agents.write', changes: { text, faults: [] } }),
    async save(text: string, manifest: AgentManifest) {
      showRefusal(null);
      change({ type: 'agents.write', changes: { saving: true } });
      const reply = await host.request('agents.save', { text, manifest: { ...manifest } });
      change({ type: 'agents.write', changes: { saving: false } });
      if (!reply.ok) {
        showRefusal(reply.error);
        return;
      }
      if (reply.value.faults.length > 0) {
        change({ type: 'agents.write', changes: { faults: reply.value.faults } });
        return;
      }
      await refresh();
      if (model().agentsPage?.writing?.before === '') change({ type: 'agents.draft', changes: null });
      change({ type: 'agents.show', id: manifest.id });
    },
    showError: (message: string) => showRefusal({ code: 'agent.file', message, hint: '' }),
    async enable(id: string, enabled: boolean) {
      const reply = await host.request('agents.enable', { id, enabled });
      if (!reply.ok) showRefusal(reply.error);
      else await refresh();
    },
    /** Deletes permanently. */
    async removeBroken(id: string) {
      await requestRemoval(id);
    },
    /** Can be undone for some seconds. Shows the built-in agent that it replaced, or the list. */
    async remove(agent: AgentEntry) {
      if (!(await requestRemoval(agent.id))) return;
      if (!agent.replaces) show(null);
      offerUndo(agent);
    },
    /** The offer stays until the agent is stored again. */
    async undoRemoval() {
      const { removed } = model().agents;
      if (removed === null) return;
      clearTimeout(undoTimer);
      change({ type: 'clear-refusal' }); // of an earlier attempt
      const error = await restore(removed);
      const isLast = model().agents.removed === removed; // no other was removed meanwhile
      if (isLast) offerUndo(error === null ? null : removed);
      if (error !== null) {
        showError(error);
        return;
      }
      const { id, manifest, enabled } = removed;
      const reply = enabled === manifest.enabled ? null : await host.request('agents.enable', { id, enabled });
      await refresh(); // before the error, which it would take away
      if (reply?.ok === false) showError(reply.error);
    },
    setTask: (task: string) => changeDraft({ task }),
    async startDraft() {
      const commandId = crypto.randomUUID();
      changeDraft({ commandId, error: null, result: null });
      const reply = await host.request('agents.draft', { task: model().agents.draft.task.trim(), commandId });
      if (model().agents.draft.commandId !== commandId) return; // it was stopped
      changeDraft({ commandId: '', ...(reply.ok ? { result: reply.value.draft } : { error: reply.error }) });
      if (reply.ok) await openDraft();
    },
    openDraft,
    stopDraft() {
      const { commandId } = model().agents.draft;
      changeDraft({ commandId: '' });
      void host.request('agents.stop-draft', { commandId });
    },
    setGoal: (id: string, goal: string) => change({ type: 'agents.goal', id, goal }),
    /** Runs a task on the tab in view, in a new conversation. */
    async tryOut({ id }: Pick<AgentEntry, 'id'>, goal: string) {
      const question = {
        job: 'agent',
        agent: id,
        goal,
        also: [],
        selection: null,
        pictures: [],
        sources: null,
      } as const;
      if (await startRun(question)) change({ type: 'agents.goal', id, goal: '' }, { type: 'agents.close' });
    },
    /** Resolves with whether the command was delivered. `of`: the agent's name within the run. */
    recallHandoff: (runId: string, of: string) => sendCommand('run.take-back', { runId, of }),
  };
}
