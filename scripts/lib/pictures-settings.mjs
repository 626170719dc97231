/**
 * Pictures of the settings page: the list of models, a test that went well and one that did not. The rule: as for all
 * pictures, nothing is staged inside the product.
 */
import { NARROW } from './studio.mjs';

const PAGE = 720;
const LOCAL = { provider: 'openai-compatible', endpoint: 'http://localhost:11434/v1' };

/** What somebody has who reads with a model of their own, and lets a provider's take over. */
function several({ entryOf, settingsOf }) {
  const models = [
    entryOf({ ...LOCAL, id: 'ollama:llama3.2', model: 'llama3.2', contextTokens: 32_768 }),
    entryOf({ ...LOCAL, id: 'ollama:qwen2.5vl:7b', model: 'qwen2.5vl:7b', contextTokens: 16_384, pictures: true }),
    entryOf({
      id: 'openai:gpt-4o-mini',
      provider: 'openai',
      endpoint: 'https://api.openai.com/v1',
      model: 'gpt-4o-mini',
      contextTokens: 128_000,
      pictures: true,
    }),
  ];
  const [main, vision, fallback] = models.map(({ id }) => id);
  const toolbar = { where: 'sites', sites: ['https://en.wikipedia.org', 'https://arxiv.org'], butNot: [] };
  const presets = [
    { id: 'sides', title: 'Both sides', prompt: 'Say what speaks for this and what against it, in two short lists.' },
    { id: 'terms', title: 'Key terms', prompt: 'List the key terms in this, each with a short definition.' },
  ];
  const engines = [
    { engine: 'searxng', endpoint: 'https://search.example.org', cx: '' },
    { engine: 'brave', endpoint: '', cx: '' },
    { engine: 'wikipedia', endpoint: '', cx: '' },
  ];
  return { ...settingsOf(), models, main, vision, fallback, toolbar, presets, search: { engines } };
}

export async function pictureSettings({ x, shoot, server, kit, refuse }) {
  const { button, probedModel } = kit;
  const settings = several(kit);
  server.respond(() => undefined);
  await x.storage.set('local', { settings });
  const page = await x.open(x.url('src/options/index.html'));
  const test = async () => {
    await page.reload();
    await button(page, 'Test ollama:llama3.2').click();
  };
  await button(page, 'Edit ollama:llama3.2').waitFor();
  await shoot('settings', page, PAGE);
  await shoot('settings-narrow', page, NARROW);

  const able = probedModel({ tools: 'native', sees: 'guesses' });
  server.respond(({ method }) => (method === 'POST' ? able : undefined));
  await test();
  await page.getByText(/(It works|Works, with limits)\.$/).waitFor();
  await shoot('settings-works', page, PAGE);

  server.respond(({ path }) => (path === '/v1/models' ? refuse(403, '') : undefined));
  await test();
  await page.getByText(/Doesn’t work yet/).waitFor();
  await shoot('settings-fails', page, PAGE);
  await page.close();
}
