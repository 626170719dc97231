/** Finds the picture the user pointed at by URL, also in shadow trees; the number of elements is limited. */
import { MAX_PICTURE_URL_CHARS } from '../lib/protocol/requests/picture.ts';
import type { ViewRegion } from '../lib/pipeline/ocr/boxes.ts';

type GetShadowRoot = (el: Element) => ShadowRoot | null;

const MAX_ELEMENTS = 100_000;

interface FoundImage {
  readonly element: Element;
  readonly address: string;
}

/** If several match, returns the one with the largest visible area. */
export function findImage(doc: Document, source: string, getShadow: GetShadowRoot): FoundImage | null {
  let best: FoundImage | null = null;
  let maxArea = -1;
  for (const element of iterateElements(doc, getShadow)) {
    const address = listImageUrls(element).find((candidate) => matchesSource(candidate, source));
    if (address === undefined) continue;
    const area = measureVisibleArea(element);
    if (area > maxArea) [best, maxArea] = [{ element, address }, area];
  }
  return best;
}

const matchesSource = (address: string, source: string): boolean =>
  source.length < MAX_PICTURE_URL_CHARS ? address === source : address.startsWith(source);

function listImageUrls(element: Element): readonly string[] {
  const { localName } = element;
  if (localName !== 'img' && localName !== 'input' && localName !== 'image') return [];
  const { currentSrc = '', src = '', href } = element as Partial<HTMLImageElement> & { href?: SVGAnimatedString };
  return [currentSrc, src, href?.baseVal ?? ''].filter((url) => url !== '');
}

function* iterateElements(doc: Document, getShadow: GetShadowRoot): Generator<Element, void, undefined> {
  const roots: (Document | ShadowRoot)[] = [doc];
  let count = 0;
  for (let root = roots.pop(); root !== undefined; root = roots.pop()) {
    for (const element of root.querySelectorAll('*')) {
      if ((count += 1) > MAX_ELEMENTS) return;
      yield element;
      const inner = getShadow(element);
      if (inner) roots.push(inner);
    }
  }
}

function measureVisibleArea(element: Element): number {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const width = Math.min(right, innerWidth) - Math.max(left, 0);
  const height = Math.min(bottom, innerHeight) - Math.max(top, 0);
  return Math.max(0, width) * Math.max(0, height);
}

/** Scrolls it into view; null if a cross-origin frame hides its position. */
export async function locateElement(element: Element): Promise<ViewRegion | null> {
  const { width, height } = element.getBoundingClientRect();
  if (measureVisibleArea(element) < width * height - 1)
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  await new Promise<void>((resolve) => {
    setTimeout(resolve, 300);
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
  let { x, y } = element.getBoundingClientRect();
  let view: Window = window;
  for (; view !== view.parent; view = view.parent) {
    const frame = findFrameElement(view);
    if (frame === null) return null;
    const around = frame.getBoundingClientRect();
    x += around.left + frame.clientLeft;
    y += around.top + frame.clientTop;
  }
  const [viewWidth, viewHeight] = [view.innerWidth, view.innerHeight];
  return clipToView({ x, y, width, height, viewWidth, viewHeight });
}

function clipToView(region: ViewRegion): ViewRegion | null {
  const [x, y] = [Math.max(0, region.x), Math.max(0, region.y)];
  const width = Math.min(region.x + region.width, region.viewWidth) - x;
  const height = Math.min(region.y + region.height, region.viewHeight) - y;
  return width > 0 && height > 0 ? { ...region, x, y, width, height } : null;
}

function findFrameElement(view: Window): Element | null {
  try {
    return view.frameElement;
  } catch {
    return null; // cross-origin
  }
}
