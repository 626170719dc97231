/**
 * A text field that grows with its message. Enter sends, Shift+Enter breaks the line; input method composition is not
 * disturbed.
 */
import type { KeyboardEvent, Ref, TextareaHTMLAttributes } from 'react';
import { MAX_TEXT_CHARS } from '../../lib/protocol/messages.ts';

interface MessageFieldProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value'> {
  readonly ref: Ref<HTMLTextAreaElement>;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly send: () => void;
}

/** Maximum number of lines before the field scrolls. */
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

/** Handles Enter as "send", except during composition or with Shift; a repeating key does not send again. */
function handleEnter(event: KeyboardEvent, send: () => void): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  if (!event.repeat) send();
}
