/** An answer as it is read: its words, the quotes in it, and what came of looking one of them up. */
import { useMemo } from 'react';
import type { Citation } from '../../lib/agent/frames.ts';
import { ShowerContext, useShowing } from '../showing.ts';
import { Markdown } from './markdown/markdown.tsx';
import { withoutOpenMark } from './markdown/open-mark.ts';
import { PictureSheet } from './picture-sheet.tsx';
import { Quotes } from './quotes.tsx';
import { ShownNote } from './shown-note.tsx';

interface AnswerTextProps {
  readonly text: string;
  /** What code found of its quotes; null while it is being written. */
  readonly citations: readonly Citation[] | null;
  readonly label: string;
  /** BCP 47, or ''. */
  readonly language: string;
}

export function AnswerText({ text, citations, label, language }: AnswerTextProps) {
  const shower = useShowing();
  const article = useMemo(
    () => (
      <article
        aria-label={label}
        aria-busy={citations === null}
        lang={language === '' ? undefined : language}
        dir="auto"
      >
        <Markdown text={citations === null ? withoutOpenMark(text) : text} citations={citations} />
      </article>
    ),
    [text, citations, label, language],
  );
  return (
    <ShowerContext value={shower}>
      <div className="cited">
        {article}
        {citations !== null && <Quotes citations={citations} />}
        <ShownNote />
        {shower.sheet !== null && <PictureSheet {...shower.sheet} close={shower.close} />}
      </div>
    </ShowerContext>
  );
}
