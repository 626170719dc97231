/** Agents made by a form, by words and as a text. */
import fc from 'fast-check';
import { act } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadManifestCheck } from '../../../src/sidepanel/agents/manifest-check.ts';
import { acted } from '../kit/acted.ts';
import { entry, RESEARCHER } from '../kit/agent-frames.ts';
import { ESTIMATE, type Answers } from '../kit/script.ts';
import { alert, button, find, page, choose, press, type } from '../kit/stand.tsx';

import {
  OWN,
  done,
  ALL,
  opened,
  sent,
  heading,
  editor,
  judged,
  fieldOf,
  fill,
  tick,
  FULL,
  rewrite,
} from './agents-desk.ts';

beforeAll(() => loadManifestCheck()); // what reads YAML comes late, once

describe('writing an agent', () => {
  it('is filling in a form: the id follows the name, and nothing is saved before all is there', async () => {
    const host = await opened();
    await press('New agent');
    expect(await judged()).toBe('4 problems: fix to save.');
    expect(find('.field .warn')).toBeNull();
    await press('Save');
    expect(find('.field .warn')?.textContent).toBe('Required.');
    expect(document.activeElement).toBe(fieldOf('Name'));
    await fill('Name', 'Web researcher');
    await fill('Short description', 'Finds: things # here');
    await fill('When to use it', 'For things.');
    expect(sent(host, 'agents.save')).toEqual([]);
    await fill('Instructions', 'Read.\n\nThen answer.');
    await tick('Conversation agent: talks with you');
    await tick('Search the web, and read pages of it');
    await tick('Tutor');
    await fill('Max seconds', '2');
    expect(fieldOf('Max seconds')?.closest('.field')?.textContent).toContain('Use 5 to 3,600 seconds.');
    await fill('Max seconds', '90');
    expect(await judged()).toBe('Looks good');
    const text = editor()?.value ?? '';
    await press('Save');
    expect(sent(host, 'agents.save')).toMatchObject([
      {
        text,
        manifest: {
          id: 'web-researcher-2',
          name: 'Web researcher',
          description: 'Finds: things # here',
          agent: {
            integration_mode: 'handoff',
            instructions: 'Read.\n\nThen answer.',
            uses_tools: ['page', 'web', 'tutor'],
            limits: { time_budget_ms: 90_000 },
          },
        },
      },
    ]);
  });

  it('keeps in the text what the form does not show, and says that it is there', async () => {
    const text = 'id: mine # my words\nname: Mine\nx_note: {deep: [1, 2]}\nagent:\n  model: fast # quick\n';
    await opened([entry(RESEARCHER), { ...OWN, text }]);
    await press('Mine');
    await press('Edit');
    await judged();
    await fill('Name', 'Mine too');
    expect(editor()?.value).toContain('id: mine # my words\nname: Mine too\nx_note: { deep: [ 1, 2 ] }');
    expect(editor()?.value).toContain('model: fast # quick');
    expect(find('.definition')?.textContent).toContain('Set in Advanced: x_note, agent.model.');
    expect(find('.faults')?.textContent).toContain('x_note');
    await press('Show in Advanced');
    expect(document.activeElement).toBe(editor());
  });

  it('locks the form while the text cannot be read, and takes the text up once it can', async () => {
    await opened();
    await press('New agent');
    await judged();
    await rewrite('name: "open');
    expect(fieldOf('Name')?.closest('[inert]')).not.toBeNull();
    expect(page().textContent).toContain('Fix it in Advanced.');
    await rewrite('name: Other');
    expect(fieldOf('Name')?.closest('[inert]')).toBeNull();
    expect(fieldOf('Name')?.value).toBe('Other');
  });

  it('lists faults as one types, each with path, line and cure, and saves nothing meanwhile', async () => {
    const host = await opened();
    await press('Mine');
    await press('Edit');
    await judged();
    expect(await rewrite(FULL.replace('max_turns: 8', 'max_turns: many'))).toBe('1 problem: fix to save.');
    expect(fieldOf('Max steps')?.value).toBe('many');
    expect(fieldOf('Max steps')?.closest('.field')?.textContent).toContain('Write a whole number');
    expect(find('.faults')?.textContent).toContain('agent.limits.max_turns');
    expect(find('.faults')?.textContent).toMatch(/Write a whole number/);
    expect(editor()?.getAttribute('aria-invalid')).toBe('true');
    expect(button('Save')?.getAttribute('aria-disabled')).toBe('true');
    await press('Save');
    expect(sent(host, 'agents.save')).toEqual([]);
    await acted(() => find('.faults .place')?.click());
    const { value = '', selectionStart = 0, selectionEnd = 0 } = editor() ?? {};
    expect(document.activeElement).toBe(editor());
    expect(value.slice(selectionStart, selectionEnd)).toContain('max_turns: many');
  });

  it('makes a built-in one the person’s own, under its id', async () => {
    const host = await opened();
    await press('Web researcher');
    await press('Customise');
    await judged();
    expect(editor()?.value).toContain('id: web-researcher');
    await press('Save');
    expect(sent(host, 'agents.save')).toMatchObject([{ manifest: { id: 'web-researcher', name: 'Web researcher' } }]);
    expect(heading()).toBe('Web researcher');
  });

  it('edits one of the person’s in their own words', async () => {
    await opened();
    await press('Mine');
    await press('Edit');
    expect(editor()?.value).toBe('id: mine # my own words\n');
  });

  it('duplicates under an id that nobody has', async () => {
    await opened([entry(RESEARCHER), entry({ ...RESEARCHER, id: 'web-researcher-copy' }, { source: 'own' })]);
    await press('Web researcher');
    await press('Duplicate');
    expect(await judged()).toBe('Looks good');
    expect(editor()?.value).toContain('id: web-researcher-copy-2');
    expect(editor()?.value).toContain('name: Web researcher (copy)');
  });

  it('says whose place it would take', async () => {
    await opened();
    await press('New agent');
    await judged();
    await rewrite(FULL.replace('id: mine', 'id: tutor'));
    expect(find('.editor .note')?.textContent).toContain('Saving replaces Tutor');
  });

  it('shows what the worker refuses it for, until it is changed', async () => {
    const faults = [{ path: 'agent.uses_tools[0]', problem: 'page2 is not there', hint: 'Name a tool.' }];
    await opened(ALL, { 'agents.save': () => ({ ok: true, value: { faults } }) });
    await press('New agent');
    await judged();
    await rewrite(FULL);
    await press('Save');
    expect(find('.choices-set .warn')?.textContent).toContain('Page2 is not there.');
    expect(find('.faults')?.textContent).toContain('Page2 is not there. Name a tool.');
    await rewrite(`${editor()?.value ?? ''}\n`);
    expect(find('.faults')).toBeNull();
  });

  it('keeps what is not saved until the person says that it may go, wherever they go', async () => {
    await opened();
    await press('New agent');
    await judged();
    await rewrite('id: precious');
    const goToAgents = (): Promise<void> => choose('More', 'Agents');
    for (const leave of [() => press('Back'), () => press('Cancel'), goToAgents, () => press('History')]) {
      await leave();
      expect(find('.confirmation')?.textContent).toContain('Leave without saving?');
      await press('Keep editing');
      expect(editor()?.value).toBe('id: precious');
    }
    const unload = new Event('beforeunload', { cancelable: true });
    act(() => void dispatchEvent(unload));
    expect(unload.defaultPrevented).toBe(true);
    await press('History');
    await press('Discard changes');
    expect(heading()).toBe('History');
  });

  it('is left at once where nothing was typed', async () => {
    await opened();
    await press('New agent');
    await press('Back');
    expect(heading()).toBe('Agents');
  });

  it('reads a file into it, and none that is too long', async () => {
    await opened();
    const input = find('input[type=file]') as HTMLInputElement;
    const give = (file: File): Promise<void> =>
      acted(() => {
        Object.defineProperty(input, 'files', { value: [file], configurable: true });
        input.dispatchEvent(new Event('change', { bubbles: true }));
      });
    await give(new File(['x'.repeat(300_000)], 'long.yaml'));
    expect(alert()).toContain('at most 60,000 characters');
    const file = new File(['id: from-file\n'], 'a.yaml');
    file.text = () => Promise.resolve('id: from-file\n'); // jsdom's files have no text()
    await give(file);
    expect(editor()?.value).toBe('id: from-file\n');
  });
});

it('whatever is filled in, nothing is saved but what the validator takes, and as it stands in the text', async () => {
  const check = await loadManifestCheck();
  const labels = ['Name', 'Short description', 'When to use it', 'Instructions', 'Max steps', 'Max seconds'] as const;
  const words = fc.oneof(
    fc.constantFrom('', 'Finder', 'Line: one # two', '12', '- 1', 'a\u200bb', '{{names}}', '{{name}}', '7.5'),
    fc.string({ unit: 'grapheme', maxLength: 90 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...labels), words), { maxLength: 6 }), async (filled) => {
      const host = await opened();
      await press('Mine');
      await press('Edit');
      await judged();
      await rewrite(FULL);
      for (const [label, text] of filled) await fill(label, text);
      const text = editor()?.value ?? '';
      await press('Save');
      const read = check.read(text);
      expect(sent(host, 'agents.save')).toEqual(
        read.ok ? [{ type: 'agents.save', text, manifest: read.manifest }] : [],
      );
      if (find('.editor') !== null) await press('Cancel');
      if (find('.confirmation') !== null) await press('Discard changes');
      await press('Back');
      await press('Back');
    }),
    { numRuns: 6 },
  );
});

/** The header's menu has a button that begins alike. */
const openDraft = (): HTMLButtonElement | undefined =>
  [...page().querySelectorAll<HTMLButtonElement>('main button')].find(({ textContent }) => textContent === 'Open');

describe('making an agent by words', () => {
  const DRAFT = {
    id: 'date-finder',
    name: 'Date finder',
    description: 'Finds dates.',
    natural_language_description: 'Use it for dates.',
    agent: { integration_mode: 'tool', instructions: 'You find dates.', uses_tools: ['page'] },
  } as const;
  const OUTLOOK = { estimate: ESTIMATE.ask, modelLabel: 'Scripted model' };
  const drafted = (answer: Answers['agents.draft']) =>
    opened(ALL, {
      'agents.estimate-draft': () => ({ ok: true, value: OUTLOOK }),
      'agents.stop-draft': done,
      ...(answer ? { 'agents.draft': answer } : {}),
    });
  const field = () => find('textarea[aria-label="What the agent should do"]') as HTMLTextAreaElement;

  it('says the price before, and puts the draft into the form, unsaved', async () => {
    const host = await drafted(() => ({ ok: true, value: { draft: DRAFT } }));
    expect(find('form[aria-label="Describe a task"]')?.textContent).toContain('Scripted model');
    expect(sent(host, 'agents.draft')).toEqual([]);
    type(field(), 'Find dates. ');
    await press('Draft agent');
    expect(sent(host, 'agents.draft')).toMatchObject([{ task: 'Find dates.' }]);
    expect(await judged()).toBe('Looks good');
    expect(fieldOf('Name')?.value).toBe('Date finder');
    expect(sent(host, 'agents.save')).toEqual([]);
    await press('Cancel');
    expect(find('.confirmation')).not.toBeNull();
    await press('Discard changes');
    expect(field().value).toBe('Find dates. ');
    await acted(() => openDraft()?.click());
    await press('Save');
    expect(sent(host, 'agents.save')).toMatchObject([{ manifest: { id: 'date-finder' } }]);
    await press('Back');
    expect(field().value).toBe('');
  });

  it('says why there is no draft, keeps what was typed, and tries again', async () => {
    const error = { code: 'draft.unreadable', message: 'The model’s draft couldn’t be used.', hint: 'Retry.' };
    const host = await drafted(() => ({ ok: false, error }));
    type(field(), 'Find dates.');
    await press('Draft agent');
    expect(alert()).toContain('The model’s draft couldn’t be used.');
    expect(field().value).toBe('Find dates.');
    await press('Try again');
    expect(sent(host, 'agents.draft')).toHaveLength(2);
    expect(document.activeElement).toBe(button('Draft agent')); // the card with Retry went and came back
  });

  it('takes nothing from an editor that was opened meanwhile', async () => {
    let answer: (reply: { ok: true; value: { draft: typeof DRAFT } }) => void = () => undefined;
    await drafted(() => new Promise((resolve) => (answer = resolve)));
    type(field(), 'Find dates.');
    await press('Draft agent');
    await act(async () => {
      answer({ ok: true, value: { draft: DRAFT } });
      await Promise.resolve(); // the check of manifests is asked for by now
      button('New agent')?.click();
    });
    await judged();
    expect(fieldOf('Name')?.value).toBe('');
  });

  it('stops, and takes up no draft that comes later', async () => {
    let answer: (reply: { ok: true; value: { draft: typeof DRAFT } }) => void = () => undefined;
    const host = await drafted(() => new Promise((resolve) => (answer = resolve)));
    type(field(), 'Find dates.');
    await press('Draft agent');
    expect(find('form[aria-label="Describe a task"] [role=status]')?.textContent).toBe('Drafting…');
    await press('Stop');
    expect(sent(host, 'agents.stop-draft')).toHaveLength(1);
    await acted(() => answer({ ok: true, value: { draft: DRAFT } }));
    expect(heading()).toBe('Agents');
    expect(openDraft()).toBeUndefined();
    expect(field().value).toBe('Find dates.');
  });
});
