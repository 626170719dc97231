import { expect, it } from 'vitest';
import { probeChromeModel } from '../../../../src/lib/models/prompt-api/prompt-state.ts';
import { fakeLanguageModel, refusal, WINDOW, type Script } from '../../../kit/models/fake-language-model.ts';

const probe = (api: ReturnType<typeof fakeLanguageModel> | null) => probeChromeModel(api, new AbortController().signal);

it('finds the window and whether it sees, and leaves no session', async () => {
  const api = fakeLanguageModel();
  expect(await probe(api)).toMatchObject({ state: 'fine', hint: '', found: { contextTokens: WINDOW, pictures: true } });
  expect(api.alive()).toBe(0);
});

it('knows a model that reads text alone', async () => {
  const api = fakeLanguageModel({
    availability: ({ expectedInputs }) => (expectedInputs.length > 1 ? 'unavailable' : 'available'),
  });
  expect((await probe(api)).found.pictures).toBe(false);
});

it.each<[string, Script, RegExp]>([
  [
    'why there is none',
    { availability: () => 'unavailable', create: refusal('NotSupportedError', 'Not enough space.') },
    /Not enough space\..*22 GB/,
  ],
  [
    'that a policy forbids it',
    { availability: () => 'unavailable', create: refusal('NotSupportedError', 'The enterprise policy disables it.') },
    /Your administrator has turned it off/,
  ],
  ['that it is to be downloaded', { availability: () => 'downloadable' }, /Download it in the settings/],
  ['that it is being downloaded', { availability: () => 'downloading' }, /still downloading/],
])('says %s', async (_, script, says) => {
  const { state, detail, hint } = await probe(fakeLanguageModel(script));
  expect(state).toBe('bad');
  expect(`${detail} ${hint}`).toMatch(says);
});

it('never begins a download', async () => {
  const api = fakeLanguageModel({ availability: () => 'downloadable' });
  await probe(api);
  expect(api.created).toEqual([]);
});

it('says so in a browser without the API, and rejects once aborted', async () => {
  expect((await probe(null)).state).toBe('bad');
  const hanging = fakeLanguageModel({ availability: () => 'hang' });
  await expect(probeChromeModel(hanging, AbortSignal.timeout(20))).rejects.toThrow();
});
