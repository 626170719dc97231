import { describe, expect, it } from 'vitest';
import { findArtifact } from '../../../src/lib/agent/state/artifacts.ts';
import { iterateTurns } from '../../../src/lib/agent/state/turns.ts';
import { selectBestPartial } from '../../../src/lib/agent/state/partial-answer.ts';
import { findSelectionAction, insertLanguage } from '../../../src/lib/jobs/selection-actions.ts';
import { createExtractiveModel } from '../../../src/lib/models/extractive/extractive-model.ts';
import type { TabSelection } from '../../../src/lib/pipeline/page/selection/selection.ts';
import { FOUND_PASSAGES } from '../../../src/lib/toolbox/page/find-in-page.ts';
import { fakeTranslator, NO_MODEL, translateByBrowser } from '../../kit/models/fake-translator.ts';
import { getAnswerText } from '../../../src/sidepanel/run/run-model.ts';
import { agentModel } from '../../kit/models/agent-model.ts';
import {
  articleWith,
  drive,
  memoryBlobs,
  modelsOf,
  roughCounter,
  specOf,
  stateOf,
  world,
} from '../../kit/runs/world.ts';

const PAGE = articleWith(
  '# The barrier\n\nA storm surge is a rise of the sea that wind and low pressure cause. It can last for days.\n\nThe barrier keeps a storm surge out of the harbour. Ships wait outside until it opens.',
);
const promptOf = (id: string): string => findSelectionAction(id)?.prompt ?? '';
const SELECTED: TabSelection = {
  url: 'https://example.org/a',
  page: 'https://example.org/a',
  title: 'A page',
  site: '',
  language: 'en',
  path: ['The barrier'],
  text: 'storm surge',
  cut: false,
  before: 'The barrier keeps a',
  after: 'out of the harbour.',
};

async function translateByApis(selected: Partial<TabSelection>, script: Parameters<typeof fakeTranslator>[0] = {}) {
  const { blobs, selection } = await selecting(selected);
  const getModel = translateByBrowser(fakeTranslator(script));
  const w = world(createExtractiveModel(roughCounter), PAGE, { blobs, getModel });
  const action = { job: 'rewrite', action: 'translate', goal: promptOf('translate'), language: 'de' } as const;
  return stateOf(await drive(w, [], specOf({ ...action, selection, models: NO_MODEL })));
}

async function selecting(selected: Partial<TabSelection> = {}) {
  const blobs = memoryBlobs();
  return { blobs, selection: await blobs.put(JSON.stringify({ ...SELECTED, ...selected })) };
}

describe('explaining a selection [J1]', () => {
  it('takes one model call, with the selection, what stands around it, and in the person’s language [R4.7c] [R2.6b]', async () => {
    const { blobs, selection } = await selecting();
    const model = agentModel([], { other: () => ({ text: 'A rise of the sea [keeps a storm surge out](#).' }) });
    const w = world(model, PAGE, { blobs });
    const frames = await drive(
      w,
      [],
      specOf({ job: 'explain', goal: promptOf('explain'), selection, language: 'de-AT' }),
    );
    const state = stateOf(frames);
    expect(state.status).toBe('done');
    expect(model.asked).toHaveLength(1);
    expect(w.reads()).toBe(0);
    const asked = JSON.stringify(model.asked);
    for (const part of ['storm surge', 'The barrier keeps a', 'out of the harbour.', 'Austrian German'])
      expect(asked).toContain(part);
    expect(state.request.answer?.citations).toMatchObject([
      { verdict: 'verbatim', place: { url: SELECTED.url, tabId: 7 } },
    ]);
    expect(state.objects.at(0)?.labels).toMatchObject({ integrity: 'untrusted', confidentiality: 'private' });
  });

  it('is what the page itself says about it, where there is no model [J8e]', async () => {
    const { blobs, selection } = await selecting();
    const w = world(createExtractiveModel(roughCounter), PAGE, { blobs });
    const spec = specOf({
      job: 'explain',
      goal: promptOf('explain'),
      selection,
      models: modelsOf({ id: 'extractive', metered: false }),
    });
    const state = stateOf(await drive(w, [], spec));
    expect(state.status).toBe('done');
    expect(state.request.answer?.text).toContain('A storm surge is a rise of the sea');
    const quoted = state.request.answer?.citations ?? [];
    expect(quoted.length).toBeGreaterThan(0);
    for (const { form, verdict, place } of quoted)
      expect([form, verdict, place !== null]).toEqual(['words', 'verbatim', true]);
  });

  it('looks up the selected words, however much stands before them, where there is no model', async () => {
    const before = 'Herons, gulls and terns nest along the shore, and fishermen mend their nets there. '.repeat(6);
    const { blobs, selection } = await selecting({ text: 'spring tide', before });
    const page = articleWith(`${before}\n\n## Tides\n\nA spring tide comes twice a month.`);
    const models = modelsOf({ id: 'extractive', metered: false });
    const spec = specOf({ job: 'explain', goal: promptOf('explain'), selection, models });
    const state = stateOf(await drive(world(createExtractiveModel(roughCounter), page, { blobs }), [], spec));
    expect(findArtifact(state, FOUND_PASSAGES)?.meta.query).toBe('spring tide');
    expect(state.request.answer?.text).toContain('A spring tide comes twice a month.');
  });

  it('is not begun again for the selection of an earlier wish', async () => {
    const { blobs, selection } = await selecting();
    const model = agentModel([], { other: () => ({ text: 'So.' }) });
    const spec = specOf({ job: 'explain', goal: promptOf('explain'), selection });
    const tools = [...iterateTurns(stateOf(await drive(world(model, PAGE, { blobs }), [], spec)))].flatMap(
      ({ calls }) => calls.map(({ tool }) => tool),
    );
    expect(tools).toEqual(['explain_text_with_context']);
  });

  it('fails with a next step where the selection is no longer stored', async () => {
    const model = agentModel([]);
    const spec = specOf({ job: 'explain', goal: promptOf('explain'), selection: 'f'.repeat(64) });
    const state = stateOf(await drive(world(model, PAGE), [], spec));
    expect(state).toMatchObject({ status: 'failed', request: { error: { code: 'page.lost' } } });
  });
});

describe('writing a selection anew', () => {
  it('gives a model the selection and the wish [J9b]', async () => {
    const { blobs, selection } = await selecting();
    const model = agentModel([], { other: () => ({ text: 'Sturmflut' }) });
    const goal = insertLanguage(promptOf('translate'), 'de');
    const state = stateOf(
      await drive(world(model, PAGE, { blobs }), [], specOf({ job: 'rewrite', goal, selection, language: 'de' })),
    );
    expect(state).toMatchObject({ status: 'done', request: { answer: { text: 'Sturmflut', citations: [] } } });
    expect(JSON.stringify(model.asked)).toContain('Translate the selected text into German.');
  });

  it('is not what the embedded engine can do, and it says what can', async () => {
    const { blobs, selection } = await selecting();
    const w = world(createExtractiveModel(roughCounter), PAGE, { blobs });
    const state = stateOf(
      await drive(
        w,
        [],
        specOf({
          job: 'rewrite',
          goal: promptOf('simplify'),
          selection,
          models: modelsOf({ id: 'extractive', metered: false }),
        }),
      ),
    );
    expect(state).toMatchObject({ status: 'failed', request: { error: { code: 'model.only-quotes' } } });
    expect(state.request.error?.hint).toContain('language model');
  });

  it('is translated by the browser where there is no model, the selection alone', async () => {
    const { blobs, selection } = await selecting();
    const getModel = translateByBrowser(fakeTranslator());
    const w = world(createExtractiveModel(roughCounter), PAGE, { blobs, getModel });
    const action = { job: 'rewrite', action: 'translate', goal: promptOf('translate'), language: 'de' } as const;
    const frames = await drive(w, [], specOf({ ...action, selection, models: NO_MODEL }));
    expect(stateOf(frames).request.answer).toMatchObject({
      text: 'STORM SURGE',
      note: 'Covers all 2 words of the selection.',
    });
    expect(w.reads()).toBe(0);
    const thoughts = frames.flatMap((frame) => (frame.kind === 'plan' ? [frame.thought] : []));
    expect(JSON.stringify(thoughts)).not.toContain('page');
  });

  it('says that the browser translated the beginning alone of a selection that was cut', async () => {
    const state = await translateByApis({ cut: true });
    expect(state.request.answer?.note).toBe('Covers the first 2 words of the selection, which is longer.');
  });

  it('keeps and shows the parts that are translated when the browser fails in a later one', async () => {
    let count = 0;
    const translate = (text: string): Promise<string> =>
      (count += 1) > 500 ? Promise.reject(new Error('Broken.')) : Promise.resolve(text.toUpperCase());
    const text = Array.from({ length: 1000 }, (_, i) => `Storm surge number ${String(i)} came.`).join('\n\n');
    const state = await translateByApis({ text }, { translate });
    expect(state.status).toBe('failed');
    expect(selectBestPartial(state)).toMatch(/^STORM SURGE NUMBER 0 CAME\.[^]*NUMBER 499 CAME\.\s*$/);
    expect(getAnswerText({ state, drafts: new Map() })).toBe(selectBestPartial(state));
  });
});
