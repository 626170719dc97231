import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCorrections } from '../../../src/sidepanel/pictures/picture-actions.ts';
import { createAlbum } from '../kit/album.ts';
import { ANY_CHARACTER } from '../../kit/base/any-character.ts';

const [PICTURE, BASE] = ['a'.repeat(64), 'b'.repeat(64)];
const shown = (): boolean => true;
const request = { hash: PICTURE, text: null, url: '', title: '' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('corrections', () => {
  it('never lose a character: what was typed last goes with the question, and is what is kept', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: ANY_CHARACTER }), { minLength: 1 }),
        fc.nat(400),
        async (texts, pause) => {
          const album = createAlbum();
          const corrections = createCorrections(album.host);
          for (const text of texts) {
            corrections.set(PICTURE, { base: BASE, text });
            vi.advanceTimersByTime(pause);
          }
          const [wished] = await corrections.applyTo([request], shown);
          expect(album.texts.get(wished?.text ?? '')).toBe(texts.at(-1));
          corrections.flush();
          expect(album.corrections.get(PICTURE)).toEqual({ base: BASE, text: texts.at(-1) });
        },
      ),
      { numRuns: 100 },
    );
  });

  it('are kept a moment after the typing pauses, once', () => {
    const album = createAlbum();
    const correct = vi.spyOn(album.host, 'saveCorrection');
    const corrections = createCorrections(album.host);
    for (const text of ['f', 'fi', 'fix']) corrections.set(PICTURE, { base: BASE, text });
    expect(correct).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(correct.mock.calls).toEqual([[PICTURE, { base: BASE, text: 'fix' }]]);
  });

  it('of before are found again, but not in place of what is typed by now', async () => {
    const album = createAlbum();
    album.corrections.set(PICTURE, { base: BASE, text: 'of before' });
    const corrections = createCorrections(album.host);
    const loading = corrections.load(PICTURE);
    corrections.set(PICTURE, { base: BASE, text: 'typed' });
    await loading;
    expect(corrections.store.getState().get(PICTURE)?.text).toBe('typed');
    const anew = createCorrections(album.host);
    await anew.load(PICTURE);
    expect(anew.store.getState().get(PICTURE)?.text).toBe('of before');
  });

  it('that were taken back leave the text as it was read, also where an earlier question had them', async () => {
    const corrections = createCorrections(createAlbum().host);
    corrections.set(PICTURE, { base: BASE, text: null });
    expect(await corrections.applyTo([{ ...request, text: 'c'.repeat(64) }], shown)).toEqual([request]);
  });

  it('of another reading than the one in view do not go along unseen', async () => {
    const corrections = createCorrections(createAlbum().host);
    corrections.set(PICTURE, { base: BASE, text: 'of before' });
    expect(await corrections.applyTo([request], (_picture, base) => base !== BASE)).toEqual([request]);
  });

  it('are forgotten with the session, also those that were about to be kept', () => {
    const album = createAlbum();
    const corrections = createCorrections(album.host);
    corrections.set(PICTURE, { base: BASE, text: 'typed' });
    corrections.forget();
    vi.advanceTimersByTime(1000);
    expect(album.corrections.size).toBe(0);
    expect(corrections.store.getState().size).toBe(0);
  });

  it('leave a picture that nobody corrected as it is', async () => {
    const corrections = createCorrections(createAlbum().host);
    const before = { ...request, text: 'c'.repeat(64) };
    expect(await corrections.applyTo([before], shown)).toEqual([before]);
  });
});
