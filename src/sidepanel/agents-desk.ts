/**
 * What a person does with agents: sees, switches, writes, removes, tries them, and takes a conversation back. The one rule:
 * the worker keeps them; what is on screen is what it said last.
 */
import type { PanelHost } from '../chrome/panel-host.ts';
import type { AgentEntry } from '../lib/protocol/agents.ts';
import type { AgentManifest } from '../lib/agent/frames.ts';
import { isUnsaved, type AgentsChange, type Writing } from './agents-view.ts';
import type { Question } from './question.ts';
import type { PanelModel } from './reduce.ts';

export interface AgentsDesk {
  /** Asks the worker which there are, now. */
  readonly look: () => Promise<void>;
  readonly open: () => void;
  /** Shows one; null for the list. */
  readonly show: (id: string | null) => void;
  /** Does that at once, or, where something is not saved, once the person says that it may go. */
  readonly leave: (then: () => void) => void;
  /** What the person says to that. */
  readonly mayLeave: (yes: boolean) => void;
  readonly back: () => void;
  readonly close: () => void;
  readonly edit: (writing: Pick<Writing, 'of' | 'title' | 'text' | 'before'>) => void;
  readonly write: (text: string) => void;
  /** Keeps what is written. `manifest`: as it was read from the text. */
  readonly save: (text: string, manifest: AgentManifest) => Promise<void>;
  /** Says why something that is no request could not be done. */
  readonly hinder: (message: string) => void;
  readonly enable: (id: string, enabled: boolean) => Promise<void>;
  /** Resolves with whether it is gone. */
  readonly remove: (id: string) => Promise<boolean>;
  /** Gives it a task on the tab in view, in a conversation of its own. Resolves with whether that has begun. */
  readonly attempt: (agent: Pick<AgentEntry, 'id'>, task: string) => Promise<boolean>;
  /** Resolves with whether the wish was delivered. `of`: the agent's name within the run. */
  readonly takeBack: (runId: string, of: string) => Promise<boolean>;
}

interface DeskParts {
  readonly host: Pick<PanelHost, 'request'>;
  readonly model: () => PanelModel;
  readonly change: (...changes: readonly AgentsChange[]) => void;
  readonly begin: (question: Question) => Promise<boolean>;
  readonly say: (name: 'run.take-back', payload: { runId: string; of: string; commandId: string }) => Promise<boolean>;
}

export function createAgentsDesk({ host, model, change, begin, say }: DeskParts): AgentsDesk {
  let asked = 0;
  let then: () => void = () => undefined;

  /** Of several answers, the one to the latest question counts. */
  async function look(): Promise<void> {
    const mine = ++asked;
    const reply = await host.request('agents.list', {});
    if (mine === asked) change({ type: 'agents.known', reply });
  }

  function show(id: string | null): void {
    leave(() => change({ type: 'agents.show', id }));
  }

  function leave(next: () => void): void {
    if (!isUnsaved(model().agentsPage)) {
      next();
      return;
    }
    then = next;
    change({ type: 'agents.write', changes: { leaving: true } });
  }

  const close = (): void => leave(() => change({ type: 'agents.close' }));

  return {
    look,
    show,
    leave,
    close,
    open() {
      change({ type: 'agents.show', id: null });
      void look();
    },
    mayLeave(yes) {
      const next = then;
      then = () => undefined;
      if (!yes) {
        change({ type: 'agents.write', changes: { leaving: false } });
        return;
      }
      change({ type: 'agents.edit', writing: null });
      next();
    },
    back() {
      const page = model().agentsPage;
      if (page?.writing) leave(() => change({ type: 'agents.edit', writing: null }));
      else if (page !== null && page.open !== null) show(null);
      else close();
    },
    edit: (writing) => change({ type: 'agents.edit', writing }),
    write: (text) => change({ type: 'agents.write', changes: { text, faults: [] } }),
    async save(text, manifest) {
      change({ type: 'agents.refused', trouble: null }, { type: 'agents.write', changes: { saving: true } });
      const reply = await host.request('agents.save', { text, manifest: { ...manifest } });
      change({ type: 'agents.write', changes: { saving: false } });
      if (!reply.ok) {
        change({ type: 'agents.refused', trouble: reply.trouble });
        return;
      }
      if (reply.value.faults.length > 0) {
        change({ type: 'agents.write', changes: { faults: reply.value.faults } });
        return;
      }
      await look();
      change({ type: 'agents.show', id: manifest.id });
    },
    hinder: (message) => change({ type: 'agents.refused', trouble: { code: 'agent.file', message, cure: '' } }),
    async enable(id, enabled) {
      const reply = await host.request('agents.enable', { id, enabled });
      if (!reply.ok) change({ type: 'agents.refused', trouble: reply.trouble });
      else await look();
    },
    async remove(id) {
      const reply = await host.request('agents.remove', { id });
      if (!reply.ok) {
        change({ type: 'agents.refused', trouble: reply.trouble });
        return false;
      }
      await look();
      return true;
    },
    async attempt({ id }, task) {
      const begun = await begin({
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
    takeBack: (runId, of) => say('run.take-back', { runId, of, commandId: crypto.randomUUID() }),
  };
}
