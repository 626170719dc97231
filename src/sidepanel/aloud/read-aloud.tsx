/** The button that reads the answer above it aloud, and while it is read pauses it. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { QuietButton } from '../parts/button.tsx';
import { FocusKeeper } from '../parts/focus-keeper.tsx';
import { Icon } from '../parts/icons.tsx';
import { createLazyPart } from '../parts/lazy-part.ts';
import { formatLanguageName } from '../../lib/base/locale.ts';
import { t } from '../strings/strings.ts';
import type { Reading } from './aloud.ts';
import { hasLocalVoice, watchVoices } from './voices.ts';

export const aloudPart = createLazyPart(() => import('./aloud.ts'));

/** Nothing on a computer without a voice of its own. */
export function ReadAloud() {
  const isOffered = useSyncExternalStore(watchVoices, hasLocalVoice);
  const { reading, status, note, start } = useReading();
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
        onClick={({ currentTarget }) => {
          if (reading === null) start(currentTarget);
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

function useReading() {
  const [begun, setBegun] = useState<Reading | null>(null);
  const [note, setNote] = useState('');
  const isShown = useRef(false);
  const status = useSyncExternalStore(
    begun?.store.subscribe ?? subscribeToNothing,
    () => begun?.store.getState().status ?? 'ended',
  );
  const reading = status === 'ended' ? null : begun;
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  useEffect(() => {
    if (reading === null) return;
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
      reading.stop();
    };
  }, [reading]);
  const start = (button: HTMLElement): void => {
    const answer = findAnswer(button);
    if (answer === null) return;
    aloudPart
      .load()
      .then(({ startReading }) => {
        if (!isShown.current) return;
        const started = startReading(answer);
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
function findAnswer(button: HTMLElement): HTMLElement | null {
  const answers = Array.from(button.closest('section')?.querySelectorAll<HTMLElement>('.cited > article') ?? []);
  return (
    answers.findLast((answer) => answer.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING) ?? null
  );
}
