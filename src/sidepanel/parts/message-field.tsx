import type { KeyboardEvent, Ref, TextareaHTMLAttributes } from 'react';
import { MAX_TEXT_CHARS } from '../../lib/protocol/requests/bounds.ts';
import { t } from '../strings/shell.ts';

export const isTooLong = (text: string): boolean => text.trim().length > MAX_TEXT_CHARS;

/** The id of the field that questions are asked in. */
export const ASK_FIELD = 'ask-field';
export const focusAskField = (): void => document.getElementById(ASK_FIELD)?.focus();

interface MessageFieldProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value'> {
  readonly ref: Ref<HTMLTextAreaElement>;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly send: () => void;
}

export function MessageField({ value, onText, send, onKeyDown, ...rest }: MessageFieldProps) {
  return (
    <>
      <textarea
        rows={1}
        value={value}
        dir="auto"
        enterKeyHint="send"
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          onKeyDown?.(event);
          if (!event.defaultPrevented) handleEnter(event, send);
        }}
        {...rest}
      />
      {isTooLong(value) && (
        <p className="warn fine" role="alert">
          {t.tooLong(value.trim().length, MAX_TEXT_CHARS)}
        </p>
      )}
    </>
  );
}

/** Does not send during composition, with Shift, or by a repeating key. */
function handleEnter(event: KeyboardEvent, send: () => void): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  if (!event.repeat) send();
}
