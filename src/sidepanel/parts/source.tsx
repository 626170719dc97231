/** The page a summary is of. A link only while the tab still shows it; otherwise words with the host beside them. */
import { inertText, safeLink } from './markdown/inert.ts';
import { withoutHash } from '../stage.ts';
import { t } from '../strings.ts';

interface SourceProps {
  readonly title: string;
  readonly url: string;
  readonly words: number;
  /** URL of the tab, '' where it is not granted. */
  readonly tabUrl: string;
  /** Further tabs that were read. */
  readonly also?: number;
}

export function Source({ title, url, words, tabUrl, also = 0 }: SourceProps) {
  const name = inertText(title).trim() || t.untitled;
  const link = safeLink(url);
  const here = link !== null && withoutHash(url) === withoutHash(tabUrl);
  return (
    <header className="source">
      <h2 dir="auto">
        {here ? (
          <a href={link.href} target="_blank" rel="noopener noreferrer">
            {name}
          </a>
        ) : (
          name
        )}
      </h2>
      <p className="fine">
        {[link?.host ?? '', words > 0 ? t.words(words) : '', also > 0 ? t.alsoTabs(also) : '']
          .filter(Boolean)
          .join(' · ')}
      </p>
    </header>
  );
}
