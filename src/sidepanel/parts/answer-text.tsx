/** Shows an answer: its text, its quotes, and the result of showing one of them. */
import { useMemo } from 'react';
import type { Citation } from '../../lib/agent/frames.ts';
import { QuoteViewerContext, useQuoteViewerState } from '../showing.ts';
import { Markdown } from './markdown/markdown.tsx';
import { trimOpenMark } from './markdown/open-mark.ts';
import { PictureSheet } from './picture-sheet.tsx';
import { Quotes } from './quotes.tsx';
import { ShownNote } from './shown-note.tsx';

interface AnswerTextProps {
  readonly text: string;
  /** The checked citations; null while the answer is being written. */
  readonly citations: readonly Citation[] | null;
  readonly label: string;
  /** BCP 47, or ''. */
  readonly language: string;
}

export function AnswerText({ text, citations, label, language }: AnswerTextProps) {
  const viewer = useQuoteViewerState();
  const article = useMemo(
    () => (
      <article
        aria-label={label}
        aria-busy={citations === null}
        lang={language === '' ? undefined : language}
        dir="auto"
      >
        <Markdown text={citations === null ? trimOpenMark(text) : text} citations={citations} />
      </article>
    ),
    [text, citations, label, language],
  );
  return (
    <QuoteViewerContext value={viewer}>
      <div className="cited">
        {article}
        {citations !== null && <Quotes citations={citations} />}
        <ShownNote />
        {viewer.sheet !== null && <PictureSheet {...viewer.sheet} close={viewer.close} />}
      </div>
    </QuoteViewerContext>
  );
}
