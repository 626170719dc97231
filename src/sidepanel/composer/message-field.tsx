import type { KeyboardEvent, Ref, TextareaHTMLAttributes } from 'react';
import { MAX_TEXT_CHARS } from '../../lib/protocol/messages.ts';

interface MessageFieldProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value'> {
  readonly ref: Ref<HTMLTextAreaElement>;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly send: () => void;
}

const MAX_ROWS = 5;

export function MessageField({ value, onText, send, ...rest }: MessageFieldProps) {
  return (
    <textarea
      rows={Math.min(MAX_ROWS, value.split('\n').length)}
      value={value}
      dir="auto"
      maxLength={MAX_TEXT_CHARS}
      enterKeyHint="send"
      onChange={(event) => onText(event.target.value)}
      onKeyDown={(event) => handleEnter(event, send)}
      {...rest}
    />
  );
}

/** Does not send during composition, with Shift, or by a repeating key. */
function handleEnter(event: KeyboardEvent, send: () => void): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  if (!event.repeat) send();
}
