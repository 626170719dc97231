/** Untrusted titles are shown as plain text, with the host beside them. */
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { OpenTab, OpenTabs } from '../../chrome/panel/panel-host.ts';
import { isolateLine } from '../../lib/base/one-line.ts';
import { MAX_EXTRA_TABS } from '../../lib/protocol/requests/run.ts';
import { t } from '../strings/strings.ts';
import { parseSafeLink } from '../markdown/safe-text.ts';
import { ForeignText } from '../parts/foreign-text.tsx';
import { useDisclosure } from '../parts/menu.tsx';
import { AllowButton, QuietButton } from '../parts/button.tsx';

interface TabPickerProps {
  readonly chosen: readonly number[];
  readonly choose: (tabs: readonly number[]) => void;
  readonly open: OpenTabs;
}

export const formatTabTitle = ({ title }: OpenTab): string => isolateLine(title) || t.untitled;

export function TabPicker({ chosen, choose, open }: TabPickerProps) {
  const { id, open: isShown, setOpen: setShown, container, trigger } = useDisclosure();
  return (
    <div className="menu tabs" ref={container}>
      <QuietButton
        ref={trigger}
        look="edged"
        title={t.tabs.addHint}
        aria-haspopup="listbox"
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setShown((before) => !before)}
      >
        {t.tabs.add}
      </QuietButton>
      <div id={id} className="card" hidden={!isShown}>
        {isShown && <TabList chosen={chosen} choose={choose} open={open} />}
      </div>
    </div>
  );
}

function TabList({ chosen, choose, open: { tabs, hidden } }: TabPickerProps) {
  const list = useRef<HTMLUListElement>(null);
  const [index, setIndex] = useState(0);
  const id = useId();
  const active = Math.min(index, tabs.length - 1);
  const isFull = chosen.length >= MAX_EXTRA_TABS;
  useEffect(() => list.current?.focus(), []);
  useEffect(() => {
    // braces: newer browsers return a promise, which is no clean-up function
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const toggle = (tab: OpenTab | undefined): void => {
    if (tab === undefined) return;
    if (chosen.includes(tab.tabId)) choose(chosen.filter((other) => other !== tab.tabId));
    else if (!isFull) choose([...chosen, tab.tabId]);
  };
  const handleKey = (event: KeyboardEvent): void => {
    const nextIndex = findNextIndex(event.key, active, tabs.length);
    if (nextIndex !== null) setIndex(nextIndex);
    else if (event.key === ' ' || event.key === 'Enter') toggle(tabs[active]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      {tabs.length === 0 && hidden === 0 && <p className="fine">{t.tabs.none}</p>}
      {tabs.length > 0 && (
        <ul
          ref={list}
          role="listbox"
          aria-multiselectable="true"
          aria-label={t.tabs.title}
          aria-activedescendant={`${id}${String(active)}`}
          tabIndex={0}
          onKeyDown={handleKey}
        >
          {tabs.map((tab, index) => (
            <li
              key={tab.tabId}
              id={`${id}${String(index)}`}
              role="option"
              aria-selected={chosen.includes(tab.tabId)}
              aria-disabled={isFull && !chosen.includes(tab.tabId)}
              data-active={index === active}
              onClick={() => {
                setIndex(index);
                toggle(tab);
              }}
            >
              <ForeignText text={tab.title} none={t.untitled} />
              <span className="fine">{parseSafeLink(tab.url)?.host ?? ''}</span>
            </li>
          ))}
        </ul>
      )}
      {isFull && <p className="fine">{t.tabs.full(MAX_EXTRA_TABS)}</p>}
      {hidden > 0 && (
        <div className="hidden-tabs">
          <p className="fine">{t.tabs.hidden(hidden)}</p>
          <AllowButton isQuiet />
        </div>
      )}
    </>
  );
}

function findNextIndex(key: string, index: number, length: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, length - 1);
    case 'ArrowUp':
      return Math.max(index - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
    default:
      return null;
  }
}
