/** One element that sends, and stops while a run goes on, so that it keeps the keyboard focus. */
import type { MouseEvent } from 'react';
import { usePanel } from '../panel-context.ts';
import { Icon } from '../parts/icons.tsx';
import { QuietButton } from '../parts/button.tsx';
import { t } from '../strings/shell.ts';

const SEND_BUTTON = 'send-button';

/** Called by a button that starts a run and goes with it. */
export const focusSendButton = (): void => document.getElementById(SEND_BUTTON)?.focus();

/** The second half of a double click was meant for the button before. */
export const isSecondClick = ({ detail }: MouseEvent): boolean => detail > 1;

interface SendButtonProps {
  readonly stops: boolean;
  readonly disabled: boolean;
}

export function SendButton({ stops, disabled }: SendButtonProps) {
  const { panel } = usePanel();
  const label = stops ? t.stop : t.askBox.send;
  return (
    <button
      id={SEND_BUTTON}
      type={stops ? 'button' : 'submit'}
      className={stops ? 'button send' : 'button accent send'}
      data-stops={stops}
      aria-label={label}
      title={label}
      aria-disabled={!stops && disabled}
      aria-keyshortcuts={stops ? 'Escape' : undefined}
      onClick={(event) => {
        if (stops && !isSecondClick(event)) void panel.stop();
      }}
      onKeyDown={(event) => {
        if (event.repeat) event.preventDefault();
      }}
    >
      <Icon name={stops ? 'stop' : 'send'} />
    </button>
  );
}

/** Stops the run from views in which the composer is not shown. */
export function StopButton() {
  const { panel } = usePanel();
  return (
    <QuietButton
      look="edged"
      aria-keyshortcuts="Escape"
      onClick={(event) => {
        if (!isSecondClick(event)) void panel.stop();
      }}
    >
      {t.stop}
    </QuietButton>
  );
}
