/** What a run asks, in place of the composer. The content scrolls inside the card; its end and its buttons stay in sight. */
import { useEffect, useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import type { AskUserFrame } from '../../lib/agent/frames/control-frames.ts';
import { t } from '../strings/strings.ts';

export interface OpenAsk {
  readonly ask: AskUserFrame;
  /** '' for the main agent. */
  readonly agent: string;
  /** How many are asked after this one. */
  readonly later: number;
}

interface AskCardProps extends Pick<OpenAsk, 'later'> {
  readonly form: AskUserFrame['form'];
  readonly title: string;
  /** Gets the focus when the card comes, unless someone is typing. */
  readonly field?: RefObject<HTMLTextAreaElement | null>;
  readonly onEscape?: () => void;
  /** Something is entered, which goes by a press alone. */
  readonly isEdited?: boolean;
  readonly children: ReactNode;
  readonly buttons: ReactNode;
}

export function AskCard({ form, title, later, field, onEscape, isEdited = false, children, buttons }: AskCardProps) {
  const titleId = useId();
  const body = useArrivalFocus(field);
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault(); // otherwise Escape would stop the run
    if (!isEdited) onEscape?.();
  };
  return (
    <div className="card asking" role="group" aria-labelledby={titleId} data-form={form} onKeyDown={handleKey}>
      <div ref={body} className="stack gap-3 asking-body" role="group" aria-label={t.details} tabIndex={0}>
        <h2 id={titleId}>{title}</h2>
        {children}
        {later > 0 && <p className="fine">{t.moreAsks(later)}</p>}
      </div>
      <div className="stack fit asking-buttons">{buttons}</div>
    </div>
  );
}

/** The focus goes to `field`; to the returned element if there is none, or if keys meant for another field would go there. */
function useArrivalFocus(field?: RefObject<HTMLTextAreaElement | null>): RefObject<HTMLDivElement | null> {
  const body = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    before.current = document.activeElement;
  }, []);
  useEffect(() => {
    const target = field === undefined || isTypedIn(before.current) ? body : field;
    target.current?.focus({ preventScroll: true });
  }, [field]);
  return body;
}

const isTypedIn = (element: Element | null): boolean =>
  element instanceof HTMLTextAreaElement && element.value !== '' && !element.readOnly;
