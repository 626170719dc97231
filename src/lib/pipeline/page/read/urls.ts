/** Resolves addresses for the copy: http(s), file or mailto, bounded; never `data:` or `javascript:`. */
import { parseUrl, stripHash } from '../../../base/urls.ts';

const MAX_LENGTH = 2_000;

export function isSamePageLink(href: string | null, base: string): boolean {
  const raw = href?.trim() ?? '';
  const at = raw.indexOf('#');
  return at === 0 || (at > 0 && raw.slice(0, at) === stripHash(base));
}

/** Without a name and a password. '' if it leads nowhere, to the same page or to an unsupported scheme. */
export function resolveAddress(href: string | null, base: string): string {
  const raw = href?.trim() ?? '';
  if (raw === '' || isSamePageLink(raw, base) || raw.length > MAX_LENGTH) return '';
  const url = parseUrl(raw, base);
  if (!url || !/^(https?|mailto|file):$/.test(url.protocol)) return '';
  if (url.username !== '' || url.password !== '') [url.username, url.password] = ['', ''];
  return url.href.length <= MAX_LENGTH ? url.href : '';
}

const LAZY_ATTRIBUTES =
  'data-src data-lazy-src data-original data-original-src data-lazy data-hi-res-src data-url'.split(' ');
const SRCSET_ATTRIBUTES = ['data-srcset', 'data-lazy-srcset', 'srcset'];

/** Lazy loaders keep the source in data attributes and show a placeholder. */
export function findImageSource(img: Element, base: string): string {
  for (const name of LAZY_ATTRIBUTES) {
    const url = resolveWebAddress(img.getAttribute(name), base);
    if (url !== '' && /\.|\//.test(img.getAttribute(name) ?? '')) return url;
  }
  const source = resolveWebAddress(img.getAttribute('src'), base);
  if (source !== '') return source;
  const picture = img.parentElement?.localName === 'picture' ? img.parentElement : null;
  const sets = [...SRCSET_ATTRIBUTES.map((name) => img.getAttribute(name))];
  for (const sourceEl of picture?.querySelectorAll('source') ?? [])
    sets.push(sourceEl.getAttribute('srcset'), sourceEl.getAttribute('data-srcset'));
  for (const set of sets) {
    const url = resolveWebAddress(set?.trim().split(/[\s,]/, 1)[0] ?? null, base);
    if (url !== '') return url;
  }
  return '';
}

const resolveWebAddress = (href: string | null, base: string): string => {
  const url = resolveAddress(href, base);
  return /^(https?|file):/.test(url) ? url : '';
};
