/** A link of an answer: clickable if the run knows its address, otherwise words with the address, which can be copied. */
import { use, type ReactNode } from 'react';
import { escapeInvisible } from '../../lib/base/escape-invisible.ts';
import { useCopy } from '../../ui/use-copy.ts';
import { PanelContext } from '../panel-context.ts';
import { Icon } from '../parts/icons.tsx';
import { t } from '../strings/strings.ts';
import { KnownLinksContext, parseSafeLink } from './safe-text.ts';

interface AnswerLinkProps {
  readonly url: string;
  /** What `children` say. */
  readonly words: string;
  readonly children: ReactNode;
}

export function AnswerLink({ url, words, children }: AnswerLinkProps) {
  const known = use(KnownLinksContext);
  const link = parseSafeLink(url);
  if (link === null) return <span>{children}</span>;
  const [host = ''] = words.replace(/^https?:\/\//i, '').split(/[/?#]/, 1);
  if (!known.has(link.href)) {
    const isAddress = link.href === words || link.href === `${words}/`;
    return (
      <span>
        {!isAddress && children} <UnknownAddress href={link.href} />
      </span>
    );
  }
  return (
    <span>
      <a href={link.href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
      {host === link.host ? null : <span className="host"> ({link.host})</span>}
    </span>
  );
}

/** Whole, as what is copied must have been seen. */
function UnknownAddress({ href }: { readonly href: string }) {
  const host = use(PanelContext)?.host;
  const [outcome, press] = useCopy(() => host?.copy(href) ?? Promise.reject(new Error('There is no clipboard.')));
  const label = outcome === 'copied' ? t.copied : outcome === 'failed' ? t.copyFailed : t.copyAddress;
  return (
    <bdi className="unknown-link">
      {escapeInvisible(href)}
      <button type="button" className="quiet" title={label} aria-label={label} onClick={press}>
        <Icon name={outcome === 'copied' ? 'check' : 'copy'} />
      </button>
    </bdi>
  );
}
