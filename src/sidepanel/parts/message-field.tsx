/** Where a person types a message: grows with it. Enter sends, Shift+Enter breaks the line, what an input method composes is left alone. */
import type { KeyboardEvent, Ref, TextareaHTMLAttributes } from 'react';
import { MAX_WORDS } from '../../lib/protocol/messages.ts';

interface MessageFieldProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value'> {
  readonly ref: Ref<HTMLTextAreaElement>;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly send: () => void;
}

/** In lines; a longer message scrolls. */
const MOST_ROWS = 5;

export function MessageField({ value, onText, send, ...rest }: MessageFieldProps) {
  return (
    <textarea
      rows={Math.min(MOST_ROWS, value.split('\n').length)}
      value={value}
      dir="auto"
      maxLength={MAX_WORDS}
      enterKeyHint="send"
      onChange={(event) => onText(event.target.value)}
      onKeyDown={(event) => onEnter(event, send)}
      {...rest}
    />
  );
}

/** Enter that is meant as "send": not a line break, not the end of a composition, not a key held down. */
function onEnter(event: KeyboardEvent, send: () => void): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  if (!event.repeat) send();
}
