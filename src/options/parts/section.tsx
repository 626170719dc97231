import { useCallback, useState, type ReactNode, type RefObject } from 'react';
import { formatError, UserFacingError } from '../../lib/base/errors.ts';
import { t } from '../strings/strings.ts';

interface SectionLayoutProps {
  readonly id: string;
  readonly title: string;
  readonly help?: string;
  /** Makes the heading focusable, for when a pressed button disappears and would take the focus with it. */
  readonly heading?: RefObject<HTMLHeadingElement | null>;
  readonly children: ReactNode;
}

export function Section({ id, title, help, heading, children }: SectionLayoutProps) {
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={heading && -1}>
        {title}
      </h2>
      {help !== undefined && <p className="fine">{help}</p>}
      {children}
    </section>
  );
}

export function useMessage() {
  const [message, setMessage] = useState({ text: '', bad: false });
  const showMessage = useCallback((text: string): void => setMessage({ text, bad: false }), []);
  const showError = useCallback((text: string): void => setMessage({ text, bad: true }), []);
  const showFailure = (thrown: unknown, explain = t.failed): void => showError(explain(formatError(thrown)));
  /** Shows `done`, or why it failed. Resolves with whether it succeeded. */
  const report = <T,>(work: Promise<T>, done: string | ((result: T) => string), explain = t.notSaved) =>
    work.then(
      (result) => {
        showMessage(typeof done === 'string' ? done : done(result));
        return true;
      },
      (thrown: unknown) => {
        showFailure(thrown, explain);
        return false;
      },
    );
  return { message, showMessage, showError, showFailure, report };
}

/** Says what to do instead, for a file that was refused. */
export function formatFileError(thrown: unknown): string {
  return thrown instanceof UserFacingError ? formatError(thrown) : t.failed(formatError(thrown));
}

interface FoldProps {
  readonly title: string;
  /** What is in it, in a line. */
  readonly line: string;
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

export function Fold({ title, line, isOpen = false, children }: FoldProps) {
  return (
    <details open={isOpen}>
      <summary>
        {title} <span className="fine">{line}</span>
      </summary>
      {children}
    </details>
  );
}

interface MessageProps {
  readonly bad: boolean;
  readonly text: string;
}

export function Message({ bad, text }: MessageProps) {
  return (
    <p role={bad ? 'alert' : 'status'} className={bad ? 'warn' : ''}>
      {text}
    </p>
  );
}
