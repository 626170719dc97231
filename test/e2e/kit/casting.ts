/** Agents that a scripted model plays, for tests. The rule: who is asked, and what next, is read off the request alone. */
import type { Page } from 'playwright-core';
import { pastCalls, systemOf, type AgentScript, type AgentTurn } from '../../kit/models/model-server-agent.ts';
import type { Exchange } from '../../kit/models/model-server.ts';

/** What each agent says, by words that stand in its instructions; `main` for all that is nobody's. */
export type Cast = Readonly<Record<string, AgentScript>>;

export const cast =
  (parts: Cast): AgentScript =>
  (exchange) => {
    const system = systemOf(exchange);
    const who = Object.keys(parts).find((words) => words !== 'main' && system.includes(words)) ?? 'main';
    return parts[who]?.(exchange) ?? { text: `Nobody plays ${who}.` };
  };

/** Words of built-in agents' instructions. */
export const TUTOR = 'You are a Socratic tutor';
export const BUILDER = 'You build agents';

/** A call with the reason that every call owes. */
export const call = (name: string, args: object): NonNullable<AgentTurn['calls']>[number] => ({
  name,
  arguments: { reasoning: `Because of ${name}.`, ...args },
});

/** The result of the last call of that tool; null where it was not called, or is not done. */
export const resultOf = (exchange: Exchange, tool: string): string | null =>
  pastCalls(exchange).findLast(({ name }) => name === tool)?.result ?? null;

export const hasCalled = (exchange: Exchange, tool: string): boolean =>
  pastCalls(exchange).some(({ name }) => name === tool);

/** A manifest as the builder writes it. */
export const manifest = (id: string, changes: object = {}, agent: object = {}) => ({
  id,
  name: id.replaceAll('-', ' '),
  version: '1.0.0',
  description: `Does what ${id} does.`,
  natural_language_description: `Use it for ${id}.`,
  agent: {
    integration_mode: 'tool',
    model: 'main',
    instructions: `You are the ${id} of this test.`,
    uses_tools: ['read_page'],
    limits: { max_turns: 6, max_tokens_per_invocation: 60_000, time_budget_ms: 120_000 },
    ...agent,
  },
  ...changes,
});

/** Words by which {@link cast} knows an agent of {@link manifest}. */
export const called = (id: string): string => `You are the ${id} of this test.`;

/** Keeps an agent, from a page of the extension. */
export async function keepAgent(page: Page, agent: ReturnType<typeof manifest>): Promise<void> {
  const reply = await page.evaluate((message) => chrome.runtime.sendMessage<unknown, { ok: boolean }>(message), {
    type: 'agents.save',
    text: JSON.stringify(agent),
    manifest: agent,
  });
  if (!reply.ok) throw new Error(`The agent was refused: ${JSON.stringify(reply)}`);
}
