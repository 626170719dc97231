import { afterEach, describe, expect, it } from 'vitest';
import { findImage } from '../../src/content/find-image.ts';
import { MAX_PICTURE_URL_CHARS } from '../../src/lib/protocol/requests/picture.ts';

afterEach(() => document.body.replaceChildren());

const open = (el: Element): ShadowRoot | null => el.shadowRoot;

/** An image at that place of the view. */
function image(src: string, place = new DOMRect(0, 0, 10, 10), into: Node = document.body): HTMLImageElement {
  const made = document.createElement('img');
  made.src = src;
  made.getBoundingClientRect = () => place;
  into.appendChild(made);
  return made;
}

describe('the picture that a person pointed at', () => {
  it('is the one with that very address', () => {
    image('https://a.test/one.png');
    const two = image('https://a.test/two.png');
    expect(findImage(document, 'https://a.test/two.png', open)?.element).toBe(two);
    expect(findImage(document, 'https://a.test/tw', open)).toBeNull();
    expect(findImage(document, '', open)).toBeNull();
  });

  it('is of several the one of which most is in view', () => {
    image('https://a.test/x.png', new DOMRect(0, 4000, 500, 500));
    const shown = image('https://a.test/x.png', new DOMRect(0, 0, 100, 100));
    image('https://a.test/x.png', new DOMRect(-90, 0, 100, 100));
    expect(findImage(document, 'https://a.test/x.png', open)?.element).toBe(shown);
  });

  it('is found by the beginning of an address that is too long to be told whole', () => {
    const long = `data:image/png;base64,${'A'.repeat(MAX_PICTURE_URL_CHARS)}`;
    const there = image(`${long}BCD`);
    expect(findImage(document, long.slice(0, MAX_PICTURE_URL_CHARS), open)).toEqual({
      element: there,
      address: `${long}BCD`,
    });
  });

  it('is found in a shadow tree', () => {
    const host = document.createElement('div');
    document.body.append(host);
    const within = image('https://a.test/s.png', undefined, host.attachShadow({ mode: 'open' }));
    expect(findImage(document, 'https://a.test/s.png', open)?.element).toBe(within);
  });
});
