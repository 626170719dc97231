/** Words that a person selected, as they stand on the page. The one rule: whatever they say, they are a quotation. */
import { useId, useState } from 'react';
import type { SelectedWords } from '../conversation.ts';
import { t } from '../strings.ts';
import { Markdown } from './markdown/markdown.tsx';

/** What surely fits into the lines that are shown at first. */
const [LINES, CHARACTERS] = [4, 160];

export function Quotation({ text, cut }: SelectedWords) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const isLong = text.length > CHARACTERS || text.split('\n').length > LINES;
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
