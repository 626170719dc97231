/** A list above the field of what can follow a `/` or `@`. The field keeps the focus. */
import { useEffect, useId, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react';
import { isRefused, type MenuItem } from '../parts/menu.tsx';
import { t } from '../strings/shell.ts';
import { ASK_FIELD, focusAskField } from '../parts/message-field.tsx';

const MAX_SHOWN = 50;

interface SuggestionsUse {
  readonly text: string;
  /** Replaces the text, from which the trigger is taken out. */
  readonly write: (text: string) => void;
  /** Says why an item cannot be done now; the text stays. */
  readonly refuse: (why: string) => void;
  readonly list: (sign: Trigger['sign']) => readonly MenuItem[];
}

export function useSuggestions({ text, write, refuse, list }: SuggestionsUse) {
  const id = useId();
  const [highlighted, setHighlighted] = useState({ words: '', index: 0 });
  /** The text whose list was closed. */
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const trigger = closedFor === text ? null : findTrigger(text);
  const items = trigger === null ? [] : filterByQuery(list(trigger.sign), trigger.query).slice(0, MAX_SHOWN);
  const words = trigger === null ? '' : `${trigger.sign}${trigger.query}`;
  const active = highlighted.words === words ? Math.min(highlighted.index, items.length - 1) : 0;
  const highlight = (index: number): void => setHighlighted({ words, index });
  const pick = (item: MenuItem): void => {
    focusAskField(); // the list goes, which may have the focus
    if (item.refusal) {
      refuse(item.refusal);
      return;
    }
    write(trigger?.rest ?? '');
    highlight(0);
    item.act();
  };
  const handleKey = (event: KeyboardEvent): void => {
    const item = items[active];
    const { currentTarget: field } = event;
    if (item === undefined || event.nativeEvent.isComposing) return;
    // the keys of a field are its own while one writes before the end of it
    if (field instanceof HTMLTextAreaElement && field.selectionEnd < text.length && event.key !== 'Escape') return;
    if (event.key === 'ArrowDown') highlight((active + 1) % items.length);
    else if (event.key === 'ArrowUp') highlight((active + items.length - 1) % items.length);
    else if ((event.key === 'Enter' || (event.key === 'Tab' && isInField(event))) && !event.shiftKey) pick(item);
    else if (event.key === 'Escape') {
      focusAskField();
      setClosedFor(text);
    } else return;
    event.preventDefault(); // Enter would send, Escape would stop the run
  };
  const isOpen = items.length > 0;
  const keys = {
    'aria-activedescendant': isOpen ? `${id}${String(active)}` : undefined,
    onKeyDown: handleKey,
  };
  const fieldProps = {
    'aria-autocomplete': 'list' as const,
    'aria-controls': isOpen ? id : undefined,
    ...keys,
  };
  const popup = (
    <>
      <p className="unseen" role="status">
        {isOpen && t.askBox.found(items.length)}
      </p>
      {isOpen && <Suggestions {...{ id, items, active, pick, keys }} />}
    </>
  );
  return { fieldProps, popup, sign: trigger?.sign ?? null };
}

const isInField = ({ currentTarget }: KeyboardEvent): boolean => currentTarget.id === ASK_FIELD;

interface SuggestionsProps {
  readonly id: string;
  readonly items: readonly MenuItem[];
  readonly active: number;
  readonly pick: (item: MenuItem) => void;
  readonly keys: ComponentProps<'ul'>;
}

function Suggestions({ id, items, active, pick, keys }: SuggestionsProps) {
  const element = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // braces: newer browsers return a promise, which is no clean-up function
    element.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <ul
      ref={element}
      id={id}
      className="card suggestions"
      role="listbox"
      aria-label={t.askBox.suggestions}
      tabIndex={0} // it scrolls; the field takes the Tab key while it is open, but not with Shift
      {...keys}
    >
      {items.map((item, index) => (
        <li
          key={item.key}
          id={`${id}${String(index)}`}
          role="option"
          aria-selected={index === active}
          aria-disabled={isRefused(item)}
          onPointerDown={(event) => event.preventDefault()} // the field keeps the focus
          onClick={() => pick(item)}
        >
          {item.label}
        </li>
      ))}
    </ul>
  );
}

/** `/` at the beginning of a question asks for commands, `@` before its last word for what it can name. */
interface Trigger {
  readonly sign: '/' | '@';
  /** In lower case. */
  readonly query: string;
  /** The text without it. */
  readonly rest: string;
}

/** Null if the text asks for no suggestions. */
export function findTrigger(text: string): Trigger | null {
  const command = /^\/([^\s/]*)$/.exec(text);
  if (command) return { sign: '/', query: (command[1] ?? '').toLowerCase(), rest: '' };
  const mention = /^([^]*\s|)@([^\s@]*)$/.exec(text);
  return mention && { sign: '@', query: (mention[2] ?? '').toLowerCase(), rest: mention[1] ?? '' };
}

/** Those with a word that begins with the query, or that are named as it, in their order. */
export function filterByQuery<T extends { readonly label: string }>(items: readonly T[], query: string): readonly T[] {
  return items.filter(({ label }) => {
    const text = label.toLowerCase();
    return text.startsWith(`/${query}`) || text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(query));
  });
}
