/** A link of an answer: clickable if the run knows its address, otherwise words with the address, which can be copied. */
import { use, useState, type ReactNode } from 'react';
import { escapeInvisible } from '../../lib/base/escape-invisible.ts';
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

/** Characters shown behind the origin. */
const MAX_PATH = 60;

function UnknownAddress({ href }: { readonly href: string }) {
  const host = use(PanelContext)?.host;
  const [isCopied, setCopied] = useState(false);
  const most = new URL(href).origin.length + MAX_PATH;
  const shown = escapeInvisible(href.length > most ? `${href.slice(0, most)}…` : href);
  const copy = (): void =>
    void host?.copy(href).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <bdi className="unknown-link">
      {shown}
      <button type="button" className="quiet" title={escapeInvisible(href)} aria-label={t.copyAddress} onClick={copy}>
        <Icon name={isCopied ? 'check' : 'copy'} />
      </button>
    </bdi>
  );
}
