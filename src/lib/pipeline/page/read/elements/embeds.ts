/** What a page embeds from elsewhere, as a link. */
import { resolveAddress } from '../urls.ts';

interface Embed {
  readonly href: string;
  readonly label: string;
}

const EMBEDS = new Set(['iframe', 'embed', 'video', 'audio', 'object']);
const ADDRESSES = ['src', 'data-src', 'data-lazy-src', 'data'];
const PLAYER = /\/(?:embed|player|video|maps?|export)(?:[/.?]|$)/;
const MAX_LABEL = 200;

/** Null if it is none, or is no player, map or document that a person would open. */
export function findEmbed(el: Element, name: string, base: string): Embed | null {
  if (!EMBEDS.has(name)) return null;
  const href = findAddress(el, base);
  if (!/^https?:/.test(href)) return null;
  const title = (el.getAttribute('title') ?? el.getAttribute('aria-label') ?? '').trim();
  if (!isForPerson(el, name, href, title)) return null;
  const { pathname, host } = new URL(href);
  const file = /([^/]+\.\w{2,5})$/.exec(pathname)?.[1] ?? host;
  return { href, label: (title === '' ? file : title).slice(0, MAX_LABEL) };
}

function findAddress(el: Element, base: string): string {
  for (const source of [el, ...el.querySelectorAll(':scope > source')])
    for (const attribute of ADDRESSES) {
      const href = resolveAddress(source.getAttribute(attribute), base);
      if (href !== '') return href;
    }
  return '';
}

function isForPerson(el: Element, name: string, href: string, title: string): boolean {
  if (name === 'video' || name === 'audio') return el.hasAttribute('controls') || title !== '';
  if (name === 'object') return el.textContent.trim() === '' && !el.getAttribute('type')?.startsWith('image/');
  return PLAYER.test(href) || el.hasAttribute('allowfullscreen');
}
