/** Shows a quote among the words of its file: there is no page to show it on. */
import { useCallback } from 'react';
import type { CitedPlace } from '../../lib/agent/frames/frames.ts';
import { toLegibleText } from '../../lib/base/escape-invisible.ts';
import { usePanel } from '../panel-context.ts';
import { Placeholder } from '../parts/fine-print.tsx';
import { ForeignText } from '../parts/foreign-text.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { formatPath } from '../quotes/quote-viewer.ts';
import { useLoaded } from '../parts/use-loaded.ts';
import { t } from '../strings/strings.ts';

interface FileSheetProps {
  readonly place: CitedPlace;
  readonly close: () => void;
}

export function FileSheet({ place, close }: FileSheetProps) {
  return (
    <Sheet title={t.files.sheet} closeLabel={t.files.close} close={close}>
      <p className="fine">{formatPath([place.title, ...place.path])}</p>
      <Surroundings place={place} />
    </Sheet>
  );
}

function Surroundings({ place: { hash, start, end } }: Pick<FileSheetProps, 'place'>) {
  const { host } = usePanel();
  const load = useCallback(() => host.pictures.loadText(hash).catch(() => null), [host, hash]);
  const text = useLoaded(load);
  if (text === undefined) return <Placeholder />;
  if (text === null) return <p className="note">{t.files.textGone}</p>;
  const { from, to } = findSurroundings(text, start, end);
  return (
    <blockquote className="surroundings" dir="auto">
      {from > 0 && '… '}
      {toLegibleText(text.slice(from, start))}
      <mark ref={showInSheet}>{toLegibleText(text.slice(start, end))}</mark>
      {toLegibleText(text.slice(end, to))}
      {to < text.length && ' …'}
    </blockquote>
  );
}

/** Between words, in scripts that part them. */
function findSurroundings(text: string, start: number, end: number): { from: number; to: number } {
  const [first, last] = [Math.max(0, start - AROUND), Math.min(text.length, end + AROUND)];
  const before = first === 0 ? 0 : text.slice(first, start).indexOf(' ') + 1;
  const after = last === text.length ? -1 : text.slice(end, last).lastIndexOf(' ');
  return { from: first + before, to: after < 0 ? last : end + after };
}

function showInSheet(mark: HTMLElement | null): void {
  mark?.scrollIntoView({ block: 'center' });
}

/** In characters, on each side. */
const AROUND = 700;

export function FileNames({ names }: { readonly names: readonly string[] }) {
  return (
    <p className="fine">
      {names.map((name, index) => (
        <span key={index}>
          {index > 0 && ' · '}
          <ForeignText text={name} />
        </span>
      ))}
    </p>
  );
}
