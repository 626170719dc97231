import tokensCss from '../tokens.css?inline';
import sharedCss from './shadow-host.css?inline';

/** An element of ours in a page: in a closed shadow root page rules do not match. */
export function createShadowHost(name: string, css: string): { readonly host: HTMLElement; readonly root: ShadowRoot } {
  const host = document.createElement(name);
  // important and inline, or the page's `*` rules override it
  host.style.cssText = 'all: initial !important; display: contents !important';
  const root = host.attachShadow({ mode: 'closed' });
  const sheet = new CSSStyleSheet(); // unlike a style element, allowed by a strict style-src
  sheet.replaceSync(tokensCss + sharedCss + css);
  root.adoptedStyleSheets = [sheet];
  return { host, root };
}

export const getPageZoom = (host: HTMLElement): number =>
  (host as { readonly currentCSSZoom?: number }).currentCSSZoom ?? 1;
