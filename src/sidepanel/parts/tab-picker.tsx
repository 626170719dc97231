/** Other tabs of the window as sources: a list of several choices. Titles are the pages' own: text, with the host beside it. */
import { useCallback, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { OpenTab, OpenTabs } from '../../chrome/panel-host.ts';
import { MAX_ALSO } from '../../lib/protocol/messages.ts';
import { usePanel } from '../panel-context.ts';
import { t } from '../strings.ts';
import { inertText, safeLink } from './markdown/inert.ts';
import { useDismiss } from './use-dismiss.ts';

interface TabPickerProps {
  readonly chosen: readonly number[];
  readonly choose: (tabs: readonly number[]) => void;
  readonly open: OpenTabs;
}

export const titleOf = ({ title }: OpenTab): string => inertText(title).trim() || t.untitled;

export function TabPicker({ chosen, choose, open }: TabPickerProps) {
  const [shown, setShown] = useState(false);
  const [box, face] = [useRef<HTMLDivElement>(null), useRef<HTMLButtonElement>(null)];
  const id = useId();
  const close = useCallback(
    (refocus: boolean): void => {
      setShown(false);
      if (refocus) face.current?.focus();
    },
    [face],
  );
  useDismiss(box, shown, close);
  return (
    <div className="menu tabs" ref={box}>
      <button
        type="button"
        ref={face}
        className="quiet edged"
        title={t.tabs.addHint}
        aria-haspopup="listbox"
        aria-expanded={shown}
        aria-controls={id}
        onClick={() => setShown((before) => !before)}
      >
        {t.tabs.add}
      </button>
      <div id={id} className="card" hidden={!shown}>
        {shown && <Choices chosen={chosen} choose={choose} open={open} />}
      </div>
    </div>
  );
}

function Choices({ chosen, choose, open: { tabs, hidden } }: TabPickerProps) {
  const list = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const id = useId();
  const active = Math.min(at, tabs.length - 1);
  const isFull = chosen.length >= MAX_ALSO;
  useEffect(() => list.current?.focus(), []);
  useEffect(() => {
    // in braces: what newer browsers return, a promise, is no clean-up
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const toggle = (tab: OpenTab | undefined): void => {
    if (tab === undefined) return;
    if (chosen.includes(tab.tabId)) choose(chosen.filter((other) => other !== tab.tabId));
    else if (!isFull) choose([...chosen, tab.tabId]);
  };
  const onKey = (event: KeyboardEvent): void => {
    const to = nextAt(event.key, active, tabs.length);
    if (to !== null) setAt(to);
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
          onKeyDown={onKey}
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
                setAt(index);
                toggle(tab);
              }}
            >
              <span dir="auto">{titleOf(tab)}</span>
              <span className="fine">{safeLink(tab.url)?.host ?? ''}</span>
            </li>
          ))}
        </ul>
      )}
      {isFull && <p className="fine">{t.tabs.full(MAX_ALSO)}</p>}
      {hidden > 0 && <Hidden count={hidden} />}
    </>
  );
}

/** Tabs that the browser does not let us see, and what cures that. */
function Hidden({ count }: { readonly count: number }) {
  const { panel } = usePanel();
  return (
    <div className="hidden-tabs">
      <p className="fine">{t.tabs.hidden(count)}</p>
      <button type="button" className="quiet edged" onClick={() => void panel.allowAllSites()}>
        {t.allow}
      </button>
    </div>
  );
}

function nextAt(key: string, at: number, length: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, length - 1);
    case 'ArrowUp':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
    default:
      return null;
  }
}
