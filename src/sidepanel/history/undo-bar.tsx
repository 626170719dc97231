/** Offers for a few seconds to undo the last deletion, of a conversation or of an agent. */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { isolateLine, cleanLine } from '../../lib/base/one-line.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { Button } from '../parts/button.tsx';
import { t } from '../strings/shell.ts';
import { formatAgentName } from '../trace/agent-name.ts';
import type { ListedRun } from '../../lib/protocol/requests/history.ts';

export function UndoBar() {
  const { panel } = usePanel();
  const deletion = useModel((model) => model.deletion);
  const agent = useModel((model) => model.agents.removed);
  if (agent !== null) {
    const format = agent.replaces ? t.history.agentReset : t.history.deleted;
    return <Undo of={agent} words={format(formatAgentName(agent.name))} undo={() => panel.agents.undoRemoval()} />;
  }
  if (deletion === null) return <Undo of={null} words="" undo={null} />;
  const words = t.history.deleted(isolateLine(formatRunTitle(deletion)));
  return <Undo of={deletion} words={words} undo={() => panel.undoDeletion()} />;
}

interface UndoProps {
  /** What was deleted. */
  readonly of: object | null;
  readonly words: string;
  /** Null if there is nothing to undo. */
  readonly undo: (() => Promise<void>) | null;
}

/** Always there: what changes in it is announced. */
function Undo({ of, words, undo }: UndoProps) {
  return (
    <div className={undo === null ? 'unseen' : 'row between sunken band undo'}>
      <p role="status">{words}</p>
      {of !== null && undo !== null && <UndoButton of={of} undo={undo} />}
    </div>
  );
}

/** What has been offered already: shown again elsewhere, it does not take the focus again. */
const offered = new WeakSet();

/** Takes the focus from what was deleted, and leaves it to the title of the page or the drawer. */
function UndoButton({ of, undo }: { readonly of: object; readonly undo: () => Promise<void> }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!offered.has(of)) button.current?.focus(); // after the title of the page that is shown next
    offered.add(of);
  }, [of]);
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (element === null || document.activeElement !== element) return;
      (element.closest('dialog') ?? document).querySelector<HTMLElement>('.page-title')?.focus();
    };
  }, []);
  return (
    <Button ref={button} onClick={() => void undo()}>
      {t.history.undo}
    </Button>
  );
}

export const formatRunTitle = ({ title }: Pick<ListedRun, 'title'>): string => cleanLine(title) || t.untitled;
