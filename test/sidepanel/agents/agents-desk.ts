/** The pages of agents in a panel, and what a user fills in there. */
import { loadManifestCheck } from '../../../src/sidepanel/agents/manifest-check.ts';
import type { AgentEntry } from '../../../src/lib/protocol/requests/agents.ts';
import { acted } from '../kit/acted.ts';
import { entry, listed, RESEARCHER, TUTOR } from '../kit/agent-frames.ts';
import { estimated, type Answers, type ScriptedHost } from '../kit/script.ts';
import { choose, find, open, page, type } from '../kit/stand.tsx';

export const OWN = entry(
  { ...RESEARCHER, id: 'mine', name: 'Mine', description: 'Mine alone.' },
  { source: 'own', text: 'id: mine # my own words\n' },
);
export const done = () => ({ ok: true, value: {} }) as const;
export const ALL: readonly AgentEntry[] = [entry(RESEARCHER), entry(TUTOR, { enabled: false }), OWN];

export const opened = async (agents = ALL, answers: Answers = {}) => {
  const host = await open(estimated(), undefined, {
    'agents.list': () => listed(...agents),
    'agents.enable': done,
    'agents.remove': done,
    'agents.save': () => ({ ok: true, value: { faults: [] } }),
    'run.ask': () => ({ ok: true, value: { runId: 'run-9' } }),
    ...answers,
  });
  await choose('More', 'Agents');
  return host;
};
export const sent = (host: ScriptedHost, name: string) => host.requests.filter((request) => request.type === name);
export const heading = (): string => find('.page-title')?.textContent ?? '';
export const editor = (): HTMLTextAreaElement | null =>
  find('.editor textarea[aria-label]') as HTMLTextAreaElement | null;
export const rows = (): readonly string[] =>
  Array.from(page().querySelectorAll('.agent-title'), (name) => name.textContent);
/** Until the check has been loaded and has said something. */
export const judged = async (): Promise<string> => {
  await loadManifestCheck(); // its parser may take longer than the tries below
  for (let tries = 0; tries < 200; tries++) {
    const said = find('.verdict')?.textContent ?? '';
    if (said !== '' && said !== 'Checking…') return said;
    await acted(() => undefined);
  }
  throw new Error('The check says nothing.');
};
export const fieldOf = (label: string): HTMLInputElement | null => {
  const found = Array.from(page().querySelectorAll('label')).find(({ textContent }) => textContent === label);
  return found ? (document.getElementById(found.htmlFor) as HTMLInputElement | null) : null;
};
export const fill = async (label: string, text: string): Promise<void> => {
  type(fieldOf(label), text);
  await acted(() => undefined);
};
export const tick = (label: string): Promise<void> => acted(() => fieldOf(label)?.click());
export const FULL = `id: mine
name: Mine
description: Mine alone.
natural_language_description: Use it for mine.
agent:
  integration_mode: tool
  uses_tools: [page]
  limits:
    max_turns: 8
`;
export const rewrite = async (text: string): Promise<string> => {
  type(editor(), text);
  await acted(() => undefined);
  return judged();
};
