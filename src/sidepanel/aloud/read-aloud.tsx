/** The button that reads the answer above it aloud, and while it is read pauses it. */
import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { aloudPart } from '../lazy-parts.ts';
import { usePanel } from '../panel-context.ts';
import { QuietButton } from '../parts/button.tsx';
import { FocusKeeper } from '../parts/focus-keeper.tsx';
import { Icon } from '../parts/icons.tsx';
import { formatLanguageName } from '../../lib/base/locale.ts';
import { t } from '../strings/strings.ts';
import { hasLocalVoice, watchVoices } from './voices.ts';

interface ReadAloudProps {
  /** Which answer, in any tab. */
  readonly of: string;
}

/** Nothing on a computer without a voice of its own. */
export function ReadAloud({ of }: ReadAloudProps) {
  const isOffered = useSyncExternalStore(watchVoices, hasLocalVoice);
  const button = useRef<HTMLButtonElement>(null);
  const { reading, status, note, start } = useReading(of, button);
  if (!isOffered && reading === null) return null;
  const isReading = status === 'reading';
  const label = reading === null ? t.aloud.read : isReading ? t.aloud.pause : t.aloud.resume;
  const Controls = reading === null ? null : aloudPart.get().ReadingControls;
  return (
    <FocusKeeper className="row aloud">
      <QuietButton
        look="round"
        aria-label={label}
        title={reading === null ? t.aloud.readHint : label}
        ref={button}
        onClick={() => {
          if (reading === null) start();
          else if (isReading) reading.pause();
          else reading.resume();
        }}
      >
        <Icon name={reading === null ? 'speaker' : isReading ? 'pause' : 'play'} />
      </QuietButton>
      {reading !== null && Controls !== null && <Controls reading={reading} />}
      {note !== '' && (
        <span className="fine" role="status">
          {note}
        </span>
      )}
    </FocusKeeper>
  );
}

/** It goes on while another tab is in view. */
function useReading(of: string, button: RefObject<HTMLElement | null>) {
  const { store } = usePanel().panel;
  const [begun, setBegun] = useState(() => aloudPart.store.getState().module?.findReading(of) ?? null);
  const [note, setNote] = useState('');
  const isShown = useRef(false);
  const status = useSyncExternalStore(
    begun?.store.subscribe ?? subscribeToNothing,
    () => begun?.store.getState().status ?? 'ended',
  );
  const reading = status === 'ended' ? null : begun;
  useEffect(() => {
    isShown.current = true;
    const answer = findAnswer(button.current);
    if (answer !== null) begun?.show(answer); // begun before another tab was in view
    return () => {
      isShown.current = false;
    };
  }, []); // oxlint-disable-line react-hooks/exhaustive-deps -- only at the beginning
  useEffect(() => {
    if (reading === null) return;
    const { aloudStore } = aloudPart.get();
    aloudStore.setState({ isShown: true });
    const tabId = store.getState().tab?.tabId;
    const ended = new AbortController();
    const stopOnEscape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
      if (document.querySelector(CLOSES_ON_ESCAPE) !== null) return;
      event.preventDefault(); // otherwise it would also leave the view
      reading.stop();
    };
    // before the panel's own listener
    document.addEventListener('keydown', stopOnEscape, { signal: ended.signal, capture: true });
    return () => {
      ended.abort();
      aloudStore.setState({ isShown: false });
      if (store.getState().tab?.tabId === tabId) reading.stop();
    };
  }, [reading, store]);
  const start = (): void => {
    const answer = findAnswer(button.current);
    if (answer === null) return;
    aloudPart
      .load()
      .then(({ startReading }) => {
        if (!isShown.current) return;
        const started = startReading(answer, of);
        const lacksVoice = 'lacksVoice' in started;
        setNote(lacksVoice ? t.aloud.lacksVoice(formatLanguageName(started.lacksVoice)) : '');
        setBegun(lacksVoice ? null : started);
      })
      .catch(() => setNote(t.aloud.failed));
  };
  return { reading, status, note, start };
}

const CLOSES_ON_ESCAPE = 'dialog[open],[role=alertdialog],[role=listbox],.menu > [aria-expanded=true]';

const subscribeToNothing = (): (() => void) => () => undefined;

/** The last one before its actions. */
function findAnswer(button: HTMLElement | null): HTMLElement | null {
  if (button === null) return null;
  const answers = Array.from(button.closest('section')?.querySelectorAll<HTMLElement>('.cited > article') ?? []);
  return (
    answers.findLast((answer) => answer.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING) ?? null
  );
}
