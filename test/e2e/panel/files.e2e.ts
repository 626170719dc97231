/** Files that a user picks or drops: read, asked about and summarised as pages are, through the real panel. */
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { foldAll } from '../../../src/lib/agent/state/fold.ts';
import { docxOf, paragraph } from '../../kit/pages/docx-files.ts';
import { reply } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { pdfFile } from '../../kit/pages/pdf-files.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { answered, framesIn } from '../kit/asking.ts';
import { askAboutFiles as ask, fileChips as chips, pickFiles, showQuoteInFile } from '../kit/attaching.ts';
import { dropFiles } from '../kit/dropping.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { checkLook } from '../kit/looks.ts';
import { button, finished, openWithPanel, telling, useServer, warns } from '../kit/reader.ts';

let x: Harness;
let site: Site;
let server: ModelServer;
let folder: string;
let page: Page | undefined;

const FACT = 'A berth costs four crowns a night, and six when the herring comes in.';
const AROUND = [
  'The harbour of Averholm has been open since 1681.',
  'The tide at the northern mole rises by three metres.',
  'The pilot sleeps at the lock until the cone has come down.',
];
const LINES = [AROUND[0] ?? '', FACT, ...AROUND.slice(1)];

const KINDS = {
  'harbour.md': `# The harbour\n\n${LINES.join('\n\n')}`,
  'harbour.txt': LINES.join('\n'),
  'harbour.html': `<title>The harbour</title><h1>The harbour</h1>${LINES.map((line) => `<p>${line}</p>`).join('')}<script>document.title = 'ran'</script>`,
  'harbour.csv': `Topic,Rule\n${LINES.map((line, i) => `${String(i)},"${line}"`).join('\n')}`,
  'harbour.pdf': pdfFile('guide') ?? '',
  'harbour.docx': docxOf(paragraph('The harbour', 'Heading1') + LINES.map((line) => paragraph(line)).join('')),
};
type Kind = keyof typeof KINDS;
const NAMES = Object.keys(KINDS) as Kind[];

const FAULTY = {
  'empty.txt': '',
  'odd.xyz': 'What is this?',
  'old.docx': Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]),
  'torn.docx': 'PK\x03\x04 and nothing of the kind',
  'blank.md': '   \n\n',
  'locked.pdf': pdfFile('locked') ?? '',
  'scan.pdf': pdfFile('scan') ?? '',
  'broken.pdf': pdfFile('broken') ?? '',
};

beforeAll(async () => {
  [x, site, server] = await Promise.all([launch(), startSite(), startModelServer()]);
  folder = await mkdtemp(join(tmpdir(), 'kl-files-'));
  for (const [name, content] of Object.entries({ ...KINDS, ...FAULTY })) await writeFile(join(folder, name), content);
  await writeFile(join(folder, 'long.pdf'), pdfFile('long') ?? '');
  const huge = await open(join(folder, 'huge.txt'), 'w');
  await huge.truncate(51 * 1024 * 1024);
  await huge.close();
  await x.setSettings({});
});
afterAll(async () => {
  await x.close();
  await Promise.all([site.close(), server.close(), rm(folder, { recursive: true })]);
});
afterEach(() => page?.close());

/** A panel over some page, whose words are not those of the files. */
async function openPanel(): Promise<Page> {
  const opened = await openWithPanel(x, site.page('news'));
  page = opened.page;
  return opened.panel;
}

const countStoredFiles = (): Promise<number> =>
  x.inExtension((extension) =>
    extension.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          const opening = indexedDB.open('knowledgelens');
          opening.onerror = () => reject(new Error('No database.'));
          opening.onsuccess = () => {
            const counting = opening.result.transaction('files').objectStore('files').count();
            counting.onsuccess = () => resolve(counting.result);
            opening.result.close();
          };
        }),
    ),
  );

const pick = (panel: Page, ...names: readonly string[]): Promise<void> =>
  pickFiles(panel, ...names.map((name) => join(folder, name)));

/** By the button beside its name, which the name is part of. */
const summarise = (panel: Page): Promise<void> =>
  telling(
    panel,
    chips(panel)
      .getByRole('button', { name: /^Summarise / })
      .click(),
  );

/** Names of the files of each question that was asked. */
async function listRequestedFiles(): Promise<ReadonlyMap<string, readonly string[]>> {
  const cells = await x.storage.get('session');
  const runs = Object.keys(cells).flatMap((key) => /^run\/([^/]+)\/0$/.exec(key)?.[1] ?? []);
  const states = runs.map((runId) => foldAll(framesIn(cells, runId)));
  const requests = states.flatMap(({ spec, exchanges }) => [...exchanges, ...(spec ? [spec] : [])]);
  return new Map(requests.map(({ goal, files = [] }) => [goal, files.map(({ name }) => name)]));
}

describe('a file that is picked', () => {
  it.each(NAMES)('%s is asked about, and its quotes are shown in it [J12]', async (name) => {
    const panel = await openPanel();
    await pick(panel, name);
    await ask(panel, 'What does a berth cost?');
    expect(await answered(panel)).toContain('four crowns a night');
    await panel.getByRole('heading', { name }).first().waitFor();
    if (name !== 'harbour.csv') expect(await showQuoteInFile(panel)).toContain('four crowns'); // the engine checks no rows
  });

  it.each(['harbour.pdf', 'harbour.docx'])('%s is summarised without a model', async (name) => {
    const panel = await openPanel();
    await pick(panel, name);
    await summarise(panel);
    expect(await finished(panel)).toMatch(/harbour of Averholm|berth|tide/);
    await chips(panel).getByText('still attached').waitFor();
  });

  it('stays what the next question is about, until it is taken off', async () => {
    const panel = await openPanel();
    await pick(panel, 'harbour.md');
    await ask(panel, 'What does a berth cost?');
    await answered(panel);
    await chips(panel).getByText('still attached').waitFor();
    await ask(panel, 'Where does the pilot sleep?');
    await telling(panel, panel.getByRole('article').filter({ hasText: 'sleeps at the lock' }).waitFor());
    await panel.getByRole('button', { name: /^Remove: / }).click();
    await chips(panel).first().waitFor({ state: 'detached' });
    const box = panel.getByRole('textbox', { name: 'Ask about this page' });
    await box.fill('What is in the news?');
    await box.press('Enter');
    await telling(panel, panel.getByRole('article', { name: 'Answer' }).nth(2).waitFor());
    const filesOf = await listRequestedFiles();
    expect(filesOf.get('Where does the pilot sleep?')).toEqual(['harbour.md']);
    expect(filesOf.get('What is in the news?')).toEqual([]);
  });

  it('goes from the disk with its chip, and with a panel that closes before it is asked about', async () => {
    const panel = await openPanel();
    const before = await countStoredFiles();
    await writeFile(join(folder, 'a.txt'), 'A note that nobody asks about.');
    await writeFile(join(folder, 'b.txt'), 'Another note that nobody asks about.');
    await pick(panel, 'a.txt', 'b.txt');
    await chips(panel).nth(1).waitFor();
    expect(await countStoredFiles()).toBe(before + 2);
    await panel.getByRole('button', { name: 'Remove: a.txt' }).click();
    await expect.poll(countStoredFiles).toBe(before + 1);
    await panel.close();
    await expect.poll(countStoredFiles).toBe(before);
  });

  it('with others is compared, and each quote says which file it is from', async () => {
    const panel = await openPanel();
    await pick(panel, 'harbour.md', 'harbour.csv');
    await chips(panel).nth(1).waitFor();
    await ask(panel, 'What does a berth cost?');
    expect(await answered(panel)).toContain('four crowns a night');
  });

  it('looks as it should', async () => {
    const panel = await openPanel();
    await pick(panel, 'harbour.md', 'harbour.docx');
    await chips(panel).nth(1).waitFor();
    await checkLook(x, panel, 'files-picked');
    await ask(panel, 'What does a berth cost?');
    await answered(panel);
    await checkLook(x, panel, 'files-answered');
    await panel.locator('.quotes summary').first().waitFor();
    const entry = panel.locator('.quotes .entry').first();
    if (!(await entry.isVisible())) await panel.locator('.quotes summary').first().click();
    await entry.click();
    await panel.getByRole('dialog', { name: 'In the file' }).locator('mark').waitFor();
    await checkLook(x, panel, 'files-sheet');
  });
});

describe('a file that is dropped', () => {
  it.each(NAMES)('%s is taken', async (name) => {
    const panel = await openPanel();
    await dropFiles(x, panel, join(folder, name));
    await telling(panel, chips(panel).locator('bdi').filter({ hasText: name }).waitFor());
  });
});

describe('what cannot be read says why, and what to do', () => {
  it.each([
    ['empty.txt', /empty/i],
    ['odd.xyz', /kind of file[\s\S]*PDF/],
    ['old.docx', /password[\s\S]*\.docx or PDF/],
    ['huge.txt', /50 MB[\s\S]*chapter/],
  ])('at once: %s', async (name, message) => {
    const panel = await openPanel();
    await pick(panel, name);
    await warns(panel, message);
    expect(await chips(panel).count()).toBe(0);
  });

  it.each([
    ['torn.docx', /damaged[\s\S]*save it again/],
    ['blank.md', /no text/i],
    ['locked.pdf', /password[\s\S]*copy without the password/i],
    ['scan.pdf', /only pictures[\s\S]*OCR/],
    ['broken.pdf', /damaged/],
  ])('once it is read: %s', async (name, message) => {
    const panel = await openPanel();
    await pick(panel, name);
    await ask(panel, 'What does a berth cost?');
    await warns(panel, message);
  });
});

describe('with a model', () => {
  beforeAll(() => useServer(x, server, { contextTokens: 128_000 }));

  it.each(['harbour.docx', 'harbour.csv'])(
    'an answer quotes %s, is checked against it, and the page goes nowhere',
    async (name) => {
      const bodies: string[] = [];
      server.respond(({ body }) => {
        bodies.push(JSON.stringify(body));
        return reply({
          text: 'It costs four crowns [A berth costs four crowns a night](#). The pilot has a dog [his dog is called Tom](#).',
        });
      });
      const panel = await openPanel();
      await pick(panel, name);
      await ask(panel, 'What does a berth cost?');
      await answered(panel);
      await telling(panel, panel.getByText('1 quote checked').first().waitFor({ timeout: 5000 }));
      await panel.getByText('1 not found').first().waitFor();
      expect(await showQuoteInFile(panel)).toBe('A berth costs four crowns a night');
      expect(bodies.some((body) => body.includes('herring comes in'))).toBe(true);
      const title = (await page?.title()) ?? '';
      expect(title).not.toBe('');
      expect(bodies.every((body) => !body.includes(title))).toBe(true);
    },
  );

  it('the worker is killed while the file is read: it is read again, and the summary comes', async () => {
    server.respond(() => reply({ text: 'A log [saw 60 sails and wrote them down](#).' }));
    const panel = await openPanel();
    await pick(panel, 'long.pdf');
    await summarise(panel);
    await telling(panel, panel.getByText('Reading the file').first().waitFor());
    await x.killWorker();
    expect(await finished(panel)).toContain('A log');
  });

  it('reading is stopped by a press', async () => {
    const panel = await openPanel();
    await pick(panel, 'long.pdf');
    await summarise(panel);
    await telling(panel, panel.getByText('Reading the file').first().waitFor());
    await button(panel, 'Stop').click();
    await telling(panel, button(panel, 'Continue').waitFor());
  });
});

it('no error was left behind', async () => {
  expect(await x.problems()).toEqual([]);
});
