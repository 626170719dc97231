import fc from 'fast-check';
import { expect, test } from 'vitest';
import { truncateSelection, MAX_TEXT } from '../../src/content/toolbar/selected.ts';
import { createUuid } from '../../src/chrome/selection-toolbar/ask-worker.ts';
import { parseMenu } from '../../src/content/toolbar/menu.ts';
import { findNeighbour } from '../../src/content/toolbar/buttons.ts';
import { getEnglishLanguageName } from '../../src/lib/jobs/selection-actions.ts';
import { ANY_CHARACTER } from '../kit/base/any-character.ts';

test('a text is never longer than the worker takes, and never ends in half a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: ANY_CHARACTER, maxLength: 40 }), fc.nat(MAX_TEXT + 20), (tail, fill) => {
      const text = 'a'.repeat(fill) + tail;
      const sent = truncateSelection(text);
      expect(sent.length).toBeLessThanOrEqual(MAX_TEXT);
      expect(text.startsWith(sent)).toBe(true);
      expect(() => encodeURIComponent(sent)).not.toThrow(); // as it does for half a character
      expect(text.length - sent.length).toBeLessThanOrEqual(Math.max(0, text.length - MAX_TEXT) + 1);
    }),
    { numRuns: 500 },
  );
});

test('an id is a UUID of version 4, and another each time', () => {
  const ids = Array.from({ length: 200 }, createUuid);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(200);
});

test('whatever the worker answers, a menu is a list of named actions and a language', () => {
  fc.assert(
    fc.property(fc.anything(), fc.array(fc.anything()), (value, presets) => {
      for (const menu of [parseMenu(value), parseMenu({ presets, language: value })]) {
        for (const { id, title } of menu.presets) expect([typeof id, typeof title]).toEqual(['string', 'string']);
        expect(typeof menu.language).toBe('string');
        expect(getEnglishLanguageName(menu.language).length >= 0).toBe(true);
      }
    }),
  );
  expect(parseMenu({ presets: [{ id: 'a', title: 'A' }, { id: 1 }], language: 'de' })).toEqual({
    presets: [{ id: 'a', title: 'A' }],
    language: 'de',
  });
});

test('the arrows go round the buttons, from any of them to any', () => {
  const ways = { next: 'ArrowRight', previous: 'ArrowLeft' };
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.nat(8), (count, start) => {
      const all = Array.from({ length: count }, () => document.createElement('button'));
      let at = start % count;
      const find = (key: string, pressed: KeyboardEventInit = {}) =>
        findNeighbour(new KeyboardEvent('keydown', { key, ...pressed }), all, all[at] ?? null, ways);
      const step = (key: string) => (at = find(key) ?? -1);
      const from = at;
      for (let i = 0; i < count; i += 1) step('ArrowRight');
      expect(at).toBe(from);
      step('ArrowLeft');
      expect(at).toBe((from + count - 1) % count);
      expect(step('Home')).toBe(0);
      expect(step('End')).toBe(count - 1);
      expect(find('x')).toBeNull();
      for (const modifier of ['altKey', 'ctrlKey', 'metaKey', 'shiftKey'])
        expect([find('ArrowLeft', { [modifier]: true }), find('Home', { [modifier]: true })]).toEqual([null, null]);
    }),
  );
});
