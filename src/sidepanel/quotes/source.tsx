/** The page of an answer. It is a link unless the tab shows it. */
import { parseSafeLink } from '../markdown/safe-text.ts';
import { isSamePage } from '../../lib/base/urls.ts';
import { useModel } from '../panel-context.ts';
import { ForeignText } from '../parts/foreign-text.tsx';
import { getPageTitle, getPageUrl } from '../run/stage.ts';
import { t } from '../strings/shell.ts';

interface SourceProps {
  readonly title: string;
  readonly url: string;
  /** Address of the tab's page, if `url` is that of a frame or a selection. */
  readonly page?: string;
  readonly words: number;
  readonly moreTabs?: number;
}

export function Source({ title, url, page = '', words, moreTabs = 0 }: SourceProps) {
  const name = <ForeignText text={title} none={t.untitled} />;
  const tabUrl = useModel((model) => (model.tab === null || model.tab.url === '' ? getPageUrl(model) : model.tab.url));
  const pageTitle = useModel(getPageTitle);
  const link = parseSafeLink(url);
  // without access the tab's address is not known
  const isInTab = tabUrl === '' ? pageTitle === title : isSamePage(page || url, tabUrl);
  return (
    <header className={isInTab ? 'stack gap-1 source said-above' : 'stack gap-1 source'}>
      <h2 className="title">
        {link !== null && !isInTab ? (
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
