import type { Ref } from 'react';
import { useModel, usePanel } from './panel-context.ts';
import { isolateLine } from '../lib/base/one-line.ts';
import { QuietButton } from './parts/button.tsx';
import { ForeignText } from './parts/foreign-text.tsx';
import { Icon } from './parts/icons.tsx';
import { Menu } from './parts/menu.tsx';
import { getPageTitle } from './run/stage.ts';
import { t } from './strings/shell.ts';

/** Id of the button that opens the history. */
export const HISTORY_BUTTON = 'history-button';

interface HeaderProps {
  readonly newButton: Ref<HTMLButtonElement>;
  readonly startNew: () => void;
}

export function Header({ newButton, startNew }: HeaderProps) {
  const { panel, host } = usePanel();
  const isPrivate = useModel(({ run }) => run?.state.spec?.private ?? false);
  const items = [
    { key: 'agents', label: t.agents.open, act: panel.agents.open },
    { key: 'settings', label: t.settings, act: host.openSettings },
    ...(host.isDetached() ? [] : [{ key: 'detach', label: t.detach, act: () => void panel.detach() }]),
  ];
  return (
    <header className="row between tight bar">
      <h1 className="row">
        <img src="/icons/48.png" alt="" width="22" height="22" />
        <span className="unseen">{t.product}</span>
      </h1>
      <PageChip />
      <QuietButton
        id={HISTORY_BUTTON}
        look="round"
        aria-label={t.history.open}
        title={t.history.open}
        aria-haspopup="dialog"
        onClick={() => {
          panel.clearRefusal();
          panel.agents.leave(() => void panel.openHistory());
        }}
      >
        <Icon name="history" />
      </QuietButton>
      <QuietButton
        ref={newButton}
        look="round"
        aria-label={t.newConversation}
        title={isPrivate ? t.newPrivateHint : t.newHint}
        onClick={startNew}
      >
        <Icon name="compose" />
      </QuietButton>
      <Menu items={items} hint={t.menu} look="round">
        <Icon name="dots" />
      </Menu>
    </header>
  );
}

/** Follows the tab at once. Without access its title is not known. */
function PageChip() {
  const title = useModel(getPageTitle);
  return (
    <p className="fine clip spring page-chip" title={isolateLine(title)}>
      {title !== '' && (
        <span className="page-name">
          <ForeignText text={title} />
        </span>
      )}
      <span aria-hidden={title !== ''}>{t.product}</span>
    </p>
  );
}
