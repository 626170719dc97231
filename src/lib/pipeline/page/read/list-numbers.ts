/** The numbers of an ordered list: where it starts, items with numbers of their own, and counting down. */

/** Not below 0, which Markdown cannot say. Linear. */
export function countItems(list: Element, items: readonly Element[]): readonly number[] {
  const step = list.hasAttribute('reversed') ? -1 : 1;
  let next = readNumber(list, 'start') ?? (step === 1 ? 1 : items.length);
  return items.map((item) => {
    const number = readNumber(item, 'value') ?? Math.max(0, next);
    next = number + step;
    return number;
  });
}

function readNumber(el: Element, name: 'start' | 'value'): number | null {
  const text = el.getAttribute(name)?.trim() ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}
