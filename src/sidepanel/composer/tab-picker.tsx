/** Untrusted titles are shown as plain text, with the host beside them. */
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { MAX_EXTRA_TABS } from '../../lib/protocol/requests/bounds.ts';
import { t } from '../strings/shell.ts';
import { TAB_WORDS } from '../strings/tabs.ts';
import { parseSafeLink } from '../markdown/safe-text.ts';
import { ForeignText } from '../parts/foreign-text.tsx';
import { AllowButton } from '../parts/allow-buttons.tsx';
import { Icon } from '../parts/icons.tsx';
import { Sheet } from '../parts/sheet.tsx';
import type { ChosenTabs } from '../question/chosen-tabs.ts';

interface TabPickerProps {
  readonly tabs: ChosenTabs;
  readonly close: () => void;
}

export function TabPicker({ tabs, close }: TabPickerProps) {
  return (
    <Sheet title={TAB_WORDS.title} closeLabel={TAB_WORDS.close} close={close}>
      <TabList {...tabs} />
    </Sheet>
  );
}

function TabList({ chosen, toggle, open: { tabs, hidden } }: ChosenTabs) {
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
  const handleKey = (event: KeyboardEvent): void => {
    const nextIndex = findNextIndex(event.key, active, tabs.length);
    if (nextIndex !== null) setIndex(nextIndex);
    else if (tabs[active] !== undefined && (event.key === ' ' || event.key === 'Enter')) toggle(tabs[active]);
    else return;
    event.preventDefault();
  };
  return (
    <div className="stack gap-1 tabs">
      {tabs.length === 0 && hidden === 0 && <p className="fine">{TAB_WORDS.none}</p>}
      {tabs.length > 0 && (
        <ul
          ref={list}
          role="listbox"
          aria-multiselectable="true"
          aria-label={TAB_WORDS.title}
          aria-activedescendant={`${id}${String(active)}`}
          tabIndex={0}
          onKeyDown={handleKey}
        >
          {tabs.map((tab, index) => (
            <li
              key={tab.tabId}
              id={`${id}${String(index)}`}
              role="option"
              aria-selected={chosen.includes(tab)}
              aria-disabled={isFull && !chosen.includes(tab)}
              data-active={index === active}
              onClick={() => {
                setIndex(index);
                toggle(tab);
              }}
            >
              <Icon name={chosen.includes(tab) ? 'ticked' : 'box'} />
              <ForeignText text={tab.title} none={t.untitled} />
              <span className="fine">{parseSafeLink(tab.url)?.host ?? ''}</span>
            </li>
          ))}
        </ul>
      )}
      {isFull && <p className="fine">{TAB_WORDS.full(MAX_EXTRA_TABS)}</p>}
      {hidden > 0 && (
        <div className="stack gap-1 fit">
          <p className="fine">{TAB_WORDS.hidden(hidden)}</p>
          <AllowButton />
        </div>
      )}
    </div>
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
