import { describe, expect, it } from 'vitest';
import type { FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import { estimated, frames, OPENING, say, SPEC } from '../kit/script.ts';
import { choose, button, key, open, press, status } from '../kit/stand.tsx';

const DONE: readonly FrameDraft[] = [
  ...OPENING,
  say.reply('The answer.'),
  say.usage(3104, 412),
  say.answer('The answer.'),
];

describe('exporting a run', () => {
  it('saves a file of each kind, named for the run and its day [R8.2a]', async () => {
    const host = await open(estimated(), DONE);
    await press('More for this answer');
    const menu = button('Export as Markdown')?.parentElement;
    const offered = Array.from(menu?.children ?? [], ({ textContent }) => textContent).slice(-3);
    const FORMATS = ['Markdown (.md)', 'JSON (full log)', 'NDJSON (events)'];
    expect(offered).toEqual(FORMATS.map((format) => `Export as ${format}`));
    await press('More for this answer');
    for (const name of offered) await choose('More for this answer', name);
    const day = new Date(frames(...OPENING)[0]?.at ?? 0);
    const name = `knowledgelens-summarise-${[day.getFullYear(), day.getMonth() + 1, day.getDate()].map((n) => String(n).padStart(2, '0')).join('-')}`;
    const [markdown, json, ndjson] = host.did.filter((did) => did.startsWith('save'));
    expect(ndjson?.startsWith(`save ${name}.ndjson application/x-ndjson;charset=utf-8 {"type":"status"`)).toBe(true);
    expect(ndjson?.trim().split('\n')).toHaveLength(DONE.length);
    expect(json?.startsWith(`save ${name}.json application/json`)).toBe(true);
    expect(markdown?.startsWith(`save ${name}.md text/markdown`)).toBe(true);
    expect(markdown).toContain('```text\nThe answer.\n```');
  });

  it('a menu closes on Escape without stopping the run', async () => {
    const host = await open(estimated(), OPENING);
    await press('More');
    expect(button('More')?.getAttribute('aria-expanded')).toBe('true');
    expect(button('Settings')?.parentElement?.hidden).toBe(false);
    button('Settings')?.focus();
    await key(button('Settings') ?? null, { key: 'Escape' });
    expect(button('Settings')).toBeUndefined();
    expect(document.activeElement).toBe(button('More'));
    expect(host.requests.filter(({ type }) => type === 'run.cancel')).toEqual([]);
    expect(status()).not.toBe('Stopping…');
  });

  it('holds no key, since frames hold none', () => {
    expect(Object.keys(SPEC.models.main.config)).not.toContain('key');
  });
});
