/** Finds the picture that a person pointed at, by its address. Rule: looks into shadow trees too, and never further than its bounds. */
import { MAX_SOURCE } from '../../lib/protocol/picture.ts';
import type { ViewRegion } from '../../lib/pipeline/ocr/crop.ts';

type OpenShadow = (el: Element) => ShadowRoot | null;

const MAX_ELEMENTS = 100_000;

export interface Found {
  readonly element: Element;
  readonly address: string;
}

/** Of several with that address, the one of which most is in view. */
export function findImage(doc: Document, source: string, openShadow: OpenShadow): Found | null {
  let best: Found | null = null;
  let most = -1;
  for (const element of elementsOf(doc, openShadow)) {
    const address = addressesOf(element).find((one) => isIt(one, source));
    if (address === undefined) continue;
    const shown = areaInView(element);
    if (shown > most) [best, most] = [{ element, address }, shown];
  }
  return best;
}

const isIt = (address: string, source: string): boolean =>
  source.length < MAX_SOURCE ? address === source : address.startsWith(source);

function addressesOf(element: Element): readonly string[] {
  const { localName } = element;
  if (localName !== 'img' && localName !== 'input' && localName !== 'image') return [];
  const { currentSrc = '', src = '', href } = element as Partial<HTMLImageElement> & { href?: SVGAnimatedString };
  return [currentSrc, src, href?.baseVal ?? ''].filter((one) => one !== '');
}

function* elementsOf(doc: Document, openShadow: OpenShadow): Generator<Element, void, undefined> {
  const roots: (Document | ShadowRoot)[] = [doc];
  let seen = 0;
  for (let root = roots.pop(); root !== undefined; root = roots.pop()) {
    for (const element of root.querySelectorAll('*')) {
      if ((seen += 1) > MAX_ELEMENTS) return;
      yield element;
      const inner = openShadow(element);
      if (inner) roots.push(inner);
    }
  }
}

function areaInView(element: Element): number {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const width = Math.min(right, innerWidth) - Math.max(left, 0);
  const height = Math.min(bottom, innerHeight) - Math.max(top, 0);
  return Math.max(0, width) * Math.max(0, height);
}

/** Brings it into view and says where it is; null where a frame of another site hides where that is. */
export async function placeOf(element: Element): Promise<ViewRegion | null> {
  const { width, height } = element.getBoundingClientRect();
  if (areaInView(element) < width * height - 1)
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  await new Promise<void>((resolve) => {
    setTimeout(resolve, 300);
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
  let { x, y } = element.getBoundingClientRect();
  let view: Window = window;
  for (; view !== view.parent; view = view.parent) {
    const frame = frameOf(view);
    if (frame === null) return null;
    const around = frame.getBoundingClientRect();
    x += around.left + frame.clientLeft;
    y += around.top + frame.clientTop;
  }
  const [viewWidth, viewHeight] = [view.innerWidth, view.innerHeight];
  return cutTo({ x, y, width, height, viewWidth, viewHeight });
}

/** The part that is in view. */
function cutTo(region: ViewRegion): ViewRegion | null {
  const [x, y] = [Math.max(0, region.x), Math.max(0, region.y)];
  const width = Math.min(region.x + region.width, region.viewWidth) - x;
  const height = Math.min(region.y + region.height, region.viewHeight) - y;
  return width > 0 && height > 0 ? { ...region, x, y, width, height } : null;
}

function frameOf(view: Window): Element | null {
  try {
    return view.frameElement;
  } catch {
    return null; // of another site
  }
}
