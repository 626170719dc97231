/** The user's selection, rendered as a quotation whatever it contains. */
import { useId, useState } from 'react';
import type { SelectedText } from '../conversation.ts';
import { t } from '../strings.ts';
import { Markdown } from './markdown/markdown.tsx';

/** Limits below which the text surely fits into the clipped view. */
const [CLIPPED_LINES, CLIPPED_CHARACTERS] = [4, 160];

export function Quotation({ text, cut }: SelectedText) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const isLong = text.length > CLIPPED_CHARACTERS || text.split('\n').length > CLIPPED_LINES;
  return (
    <figure className="quotation">
      <blockquote id={id} dir="auto" aria-label={t.selected} data-clipped={isLong && !open}>
        <Markdown key={text} text={text} />
      </blockquote>
      {cut && (open || !isLong) && <p className="fine">{t.selectionCut}</p>}
      {isLong && (
        <button
          type="button"
          className="quiet"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen((before) => !before)}
        >
          {open ? t.showLess : t.showAll}
        </button>
      )}
    </figure>
  );
}
