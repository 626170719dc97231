/** Addresses in the copy: absolute, http(s) or mailto, of bounded length; never `data:`, `javascript:` or a placeholder. */
const MAX_LENGTH = 2_000;

/** The link leads to a place in its own page. */
export function isHere(href: string | null, base: string): boolean {
  const raw = href?.trim() ?? '';
  const page = base.split('#', 1)[0] ?? '';
  return raw.startsWith('#') || (page !== '' && raw.startsWith(`${page}#`));
}

/** `href` made absolute, or '' when it leads nowhere a reader could go; a place in the same page is no elsewhere. */
export function address(href: string | null, base: string): string {
  const raw = href?.trim() ?? '';
  if (raw === '' || isHere(raw, base) || raw.length > MAX_LENGTH) return '';
  try {
    const url = new URL(raw, base);
    if (!/^(https?|mailto|file):$/.test(url.protocol)) return '';
    return url.href.length > MAX_LENGTH ? '' : url.href;
  } catch {
    return '';
  }
}

const LAZY = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-original-src',
  'data-lazy',
  'data-hi-res-src',
  'data-url',
];
const LAZY_SETS = ['data-srcset', 'data-lazy-srcset', 'srcset'];

/** Where a picture really comes from: lazy loaders keep it in data attributes and show a placeholder meanwhile. */
export function imageSource(img: Element, base: string): string {
  for (const name of LAZY) {
    const url = web(img.getAttribute(name), base);
    if (url !== '' && /\.|\//.test(img.getAttribute(name) ?? '')) return url;
  }
  const own = web(img.getAttribute('src'), base);
  if (own !== '') return own;
  const picture = img.parentElement?.localName === 'picture' ? img.parentElement : null;
  const sets = [...LAZY_SETS.map((name) => img.getAttribute(name))];
  for (const source of picture?.querySelectorAll('source') ?? [])
    sets.push(source.getAttribute('srcset'), source.getAttribute('data-srcset'));
  for (const set of sets) {
    const url = web(set?.trim().split(/[\s,]/, 1)[0] ?? null, base);
    if (url !== '') return url;
  }
  return '';
}

const web = (href: string | null, base: string): string => {
  const url = address(href, base);
  return /^(https?|file):/.test(url) ? url : '';
};
