import type { KeyboardEvent, Ref, TextareaHTMLAttributes } from 'react';
import { MAX_TEXT_CHARS } from '../../lib/protocol/requests/bounds.ts';

/** The id of the field that questions are asked in. */
export const ASK_FIELD = 'ask-field';

interface MessageFieldProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value'> {
  readonly ref: Ref<HTMLTextAreaElement>;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly send: () => void;
}

export function MessageField({ value, onText, send, onKeyDown, ...rest }: MessageFieldProps) {
  return (
    <textarea
      rows={1}
      value={value}
      dir="auto"
      maxLength={MAX_TEXT_CHARS}
      enterKeyHint="send"
      onChange={(event) => onText(event.target.value)}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (!event.defaultPrevented) handleEnter(event, send);
      }}
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
