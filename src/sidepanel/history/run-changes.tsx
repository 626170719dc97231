/** Pinning, renaming and deleting a conversation, in the list and where it is open. */
import { useEffect, useId, useRef, useState } from 'react';
import { isolateLine } from '../../lib/base/one-line.ts';
import { MAX_NAME_CHARS, type ListedRun } from '../../lib/protocol/requests/history.ts';
import { usePanel } from '../panel-context.ts';
import { Button } from '../parts/button.tsx';
import { Confirmation } from '../../ui/confirmation.tsx';
import { Icon } from '../parts/icons.tsx';
import { Menu } from '../parts/menu.tsx';
import { Form } from '../parts/submit-form.tsx';
import { isLive } from '../run/stage.ts';
import { t } from '../strings/strings.ts';
import { markChange } from '../unsent.ts';
import { formatRunTitle } from './undo-bar.tsx';

type RunChange = ReturnType<typeof useRunChange>;

/** What is being asked about a conversation. */
export function useRunChange() {
  const [asked, setAsked] = useState<'name' | 'deletion' | null>(null);
  const id = useId();
  /** The control in focus is removed, so the focus goes back to the menu. */
  const close = (): void => {
    setAsked(null);
    document.getElementById(id)?.querySelector('button')?.focus();
  };
  return { asked, ask: setAsked, close, menuId: id };
}

interface RunChangeProps {
  readonly run: ListedRun;
  readonly change: RunChange;
}

export function RunMenu({ run, change }: RunChangeProps) {
  const { panel } = usePanel();
  const { runId, pinned, status } = run;
  const { pin, unpin, rename, delete: remove } = t.history;
  const items = [
    { key: 'pin', label: pinned ? unpin : pin, act: () => void panel.pin(runId, !pinned) },
    { key: 'rename', label: rename, act: () => change.ask('name') },
    {
      key: 'delete',
      label: remove,
      act: () => (isLive(status) ? change.ask('deletion') : void panel.deleteRun(run)),
    },
  ];
  return (
    <div className="run-menu" id={change.menuId}>
      <Menu items={items} hint={t.history.options(isolateLine(formatRunTitle(run)))} look="round">
        <Icon name="dots" />
      </Menu>
    </div>
  );
}

export function RunChanges({ run, change }: RunChangeProps) {
  const { panel } = usePanel();
  if (change.asked === 'name') return <RenameForm run={run} close={change.close} />;
  if (change.asked === null) return null;
  return (
    <Confirmation
      question={t.history.deleteLive}
      yes={t.history.stopAndDelete}
      no={t.history.keepIt}
      act={() => void panel.deleteRun(run)}
      close={change.close}
    />
  );
}

function RenameForm({ run, close }: { readonly run: ListedRun; readonly close: () => void }) {
  const { panel } = usePanel();
  const [name, setName] = useState(formatRunTitle(run));
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const save = (): void => {
    close();
    void panel.rename(run.runId, name.trim());
  };
  return (
    <Form
      className="stack rename"
      submit={save}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.preventDefault(); // otherwise Esc would leave the view
        close();
      }}
    >
      <input
        ref={field}
        className="search"
        aria-label={t.history.name}
        maxLength={MAX_NAME_CHARS}
        dir="auto"
        value={name}
        onChange={(event) => setName(event.target.value)}
        {...markChange(name !== formatRunTitle(run))}
      />
      <div className="row">
        <Button type="submit">{t.history.saveName}</Button>
        <Button className="quiet edged" onClick={close}>
          {t.history.cancel}
        </Button>
      </div>
    </Form>
  );
}
