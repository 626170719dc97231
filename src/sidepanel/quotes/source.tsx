/** The page of an answer. It is a link only while the tab still shows it. */
import { parseSafeLink } from '../markdown/safe-text.ts';
import { isSamePage } from '../../lib/base/urls.ts';
import { ForeignText } from '../parts/foreign-text.tsx';
import { t } from '../strings/shell.ts';

interface SourceProps {
  readonly title: string;
  readonly url: string;
  readonly words: number;
  /** '' without access. */
  readonly tabUrl: string;
  readonly moreTabs?: number;
}

export function Source({ title, url, words, tabUrl, moreTabs = 0 }: SourceProps) {
  const name = <ForeignText text={title} none={t.untitled} />;
  const link = parseSafeLink(url);
  const isInTab = link !== null && isSamePage(url, tabUrl);
  return (
    <header className="stack gap-1 source">
      <h2 className="title">
        {isInTab ? (
          <a className="clamp" href={link.href} target="_blank" rel="noopener noreferrer">
            {name}
          </a>
        ) : (
          <span className="clamp">{name}</span>
        )}
      </h2>
      <p className="fine">
        {[link?.host ?? '', words > 0 ? t.words(words) : '', moreTabs > 0 ? t.alsoTabs(moreTabs) : '']
          .filter(Boolean)
          .join(' · ')}
      </p>
    </header>
  );
}
