/** The user's actions on agents, which the worker stores. */
import type { PanelHost } from '../../chrome/panel/panel-host.ts';
import type { AgentEntry } from '../../lib/protocol/requests/agents.ts';
import type { AgentManifest } from '../../lib/agent/frames/frames.ts';
import { isUnsaved, type AgentsChange, type Writing } from './agents-state.ts';
import type { Question } from '../composer/question.ts';
import type { PanelModel } from '../panel-model.ts';

export interface AgentsController {
  readonly refresh: () => Promise<void>;
  readonly open: () => void;
  /** Null shows the list. */
  readonly show: (id: string | null) => void;
  /** Calls `next` at once, or after the user has agreed to discard unsaved changes. */
  readonly leave: (next: () => void) => void;
  readonly confirmLeave: (yes: boolean) => void;
  readonly goBack: () => void;
  readonly close: () => void;
  readonly edit: (writing: Pick<Writing, 'of' | 'title' | 'text' | 'before'>) => void;
  readonly setText: (text: string) => void;
  readonly save: (text: string, manifest: AgentManifest) => Promise<void>;
  readonly showError: (message: string) => void;
  readonly enable: (id: string, enabled: boolean) => Promise<void>;
  /** Resolves with whether the agent was removed. */
  readonly remove: (id: string) => Promise<boolean>;
  /** Runs a task on the tab in view, in a new conversation. Resolves with whether it has started. */
  readonly tryOut: (agent: Pick<AgentEntry, 'id'>, task: string) => Promise<boolean>;
  /** Resolves with whether the command was delivered. `of`: the agent's name within the run. */
  readonly recallHandoff: (runId: string, of: string) => Promise<boolean>;
}

interface AgentsControllerDeps {
  readonly host: Pick<PanelHost, 'request'>;
  readonly model: () => PanelModel;
  readonly change: (...changes: readonly AgentsChange[]) => void;
  readonly startRun: (question: Question) => Promise<boolean>;
  readonly sendCommand: (
    name: 'run.take-back',
    payload: { runId: string; of: string; commandId: string },
  ) => Promise<boolean>;
}

export function createAgentsController({
  host,
  model,
  change,
  startRun,
  sendCommand,
}: AgentsControllerDeps): AgentsController {
  let requestCount = 0;
  let continueLeaving: () => void = () => undefined;

  /** Only the reply to the latest request is applied. */
  async function refresh(): Promise<void> {
    const requestNumber = ++requestCount;
    const reply = await host.request('agents.list', {});
    if (requestNumber === requestCount) change({ type: 'agents.known', reply });
  }

  function show(id: string | null): void {
    leave(() => change({ type: 'agents.show', id }));
  }

  function leave(next: () => void): void {
    if (!isUnsaved(model().agentsPage)) {
      next();
      return;
    }
    continueLeaving = next;
    change({ type: 'agents.write', changes: { leaving: true } });
  }

  const close = (): void => leave(() => change({ type: 'agents.close' }));

  return {
    refresh,
    show,
    leave,
    close,
    open() {
      change({ type: 'agents.show', id: null });
      void refresh();
    },
    confirmLeave(yes) {
      const next = continueLeaving;
      continueLeaving = () => undefined;
      if (!yes) {
        change({ type: 'agents.write', changes: { leaving: false } });
        return;
      }
      change({ type: 'agents.edit', writing: null });
      next();
    },
    goBack() {
      const page = model().agentsPage;
      if (page?.writing) leave(() => change({ type: 'agents.edit', writing: null }));
      else if (page !== null && page.open !== null) show(null);
      else close();
    },
    edit: (writing) => change({ type: 'agents.edit', writing }),
    setText: (text) => change({ type: 'agents.write', changes: { text, faults: [] } }),
    async save(text, manifest) {
      change({ type: 'agents.refused', error: null }, { type: 'agents.write', changes: { saving: true } });
      const reply = await host.request('agents.save', { text, manifest: { ...manifest } });
      change({ type: 'agents.write', changes: { saving: false } });
      if (!reply.ok) {
        change({ type: 'agents.refused', error: reply.error });
        return;
      }
      if (reply.value.faults.length > 0) {
        change({ type: 'agents.write', changes: { faults: reply.value.faults } });
        return;
      }
      await refresh();
      change({ type: 'agents.show', id: manifest.id });
    },
    showError: (message) => change({ type: 'agents.refused', error: { code: 'agent.file', message, hint: '' } }),
    async enable(id, enabled) {
      const reply = await host.request('agents.enable', { id, enabled });
      if (!reply.ok) change({ type: 'agents.refused', error: reply.error });
      else await refresh();
    },
    async remove(id) {
      const reply = await host.request('agents.remove', { id });
      if (!reply.ok) {
        change({ type: 'agents.refused', error: reply.error });
        return false;
      }
      await refresh();
      return true;
    },
    async tryOut({ id }, task) {
      const begun = await startRun({
        job: 'agent',
        agent: id,
        goal: task,
        also: [],
        selection: null,
        pictures: [],
        sources: null,
      });
      if (begun) change({ type: 'agents.close' });
      return begun;
    },
    recallHandoff: (runId, of) => sendCommand('run.take-back', { runId, of, commandId: crypto.randomUUID() }),
  };
}
