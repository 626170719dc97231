import { expect, it } from 'vitest';
import { extractiveModel } from '../../../src/lib/models/extractive.ts';
import { findObject } from '../../../src/lib/agent/state.ts';
import type { SelectedText } from '../../../src/lib/pipeline/page/selected.ts';
import { FOUND } from '../../../src/lib/toolbox/find-in-page.ts';
import { articleWith, drive, memoryBlobs, modelsOf, roughCounter, specOf, stateOf, world } from '../../kit/world.ts';

it('without a model, explaining looks up the selected words, however much stands before them', async () => {
  const before = 'Herons, gulls and terns nest along the shore, and fishermen mend their nets there. '.repeat(6).trim();
  const selected: SelectedText = {
    url: 'https://example.org/a',
    title: 'A page',
    site: '',
    language: 'en',
    path: [],
    text: 'spring tide',
    cut: false,
    before,
    after: '',
  };
  const blobs = memoryBlobs();
  const model = extractiveModel(roughCounter);
  const page = articleWith(`${before}\n\n## Tides\n\nA spring tide comes twice a month.`);
  const spec = specOf({
    job: 'explain',
    goal: 'Explain the selected text.',
    selection: await blobs.put(JSON.stringify(selected)),
    models: modelsOf({ id: model.id, label: model.label, metered: false }),
  });
  const state = stateOf(await drive(world(model, page, { blobs }), [], spec));
  expect(findObject(state, FOUND)?.meta['query']).toBe('spring tide');
  expect(state.answer?.text).toContain('A spring tide comes twice a month.');
});
