/** What a prompt holds besides its turns: instructions, tools, reminder and grounding. Built once for a state. */
import { MESSAGE_FRAME_TOKENS, type TokenShares } from '../budget/token-shares.ts';
import type { AgentParameters } from '../frames/manifest.ts';
import type { TokenCounter, ToolSchema } from '../ports.ts';
import type { AgentState } from '../state/agent-state.ts';
import { countTurns } from '../state/turns.ts';
import { createEnvironment, renderEnvironment } from './environment.ts';
import { generateGrounding, createGrounding } from './grounding.ts';
import { escapeData } from './prompts/render.ts';
import { renderTask } from './render-results.ts';

const INDEX_SHARE = 0.1;

export interface PromptOptions {
  readonly instructions: string;
  readonly tools: readonly ToolSchema[];
  /** Last message, for this decision only; '' for none. */
  readonly reminder: string;
  readonly preferences: Readonly<Record<string, string>>;
  readonly parameters?: AgentParameters;
}

/** `tools`: the text that tells the model of them, '' for none. */
type FixedOptions = Pick<PromptOptions, 'instructions' | 'reminder' | 'preferences'> & { readonly tools: string };

interface FixedParts {
  readonly texts: readonly string[];
  readonly grounding: string;
  readonly shares: TokenShares;
}

export class FixedPartsCache {
  readonly #tokens: Pick<TokenCounter, 'count'>;
  readonly #counts = new Map<string, number>();
  #last:
    | (Pick<FixedOptions, 'reminder' | 'tools'> & { readonly state: AgentState; readonly fixed: FixedParts })
    | null = null;

  constructor(tokens: Pick<TokenCounter, 'count'>) {
    this.#tokens = tokens;
  }

  /** Before the first decision there is no grounding. */
  async get(state: AgentState, options: FixedOptions, promptTokens: number): Promise<FixedParts> {
    const { reminder, tools } = options;
    if (this.#last?.state !== state || this.#last.reminder !== reminder || this.#last.tools !== tools)
      this.#last = { state, reminder, tools, fixed: await this.#build(state, options, promptTokens) };
    return this.#last.fixed;
  }

  async #build(
    state: AgentState,
    { instructions, tools, reminder, preferences }: FixedOptions,
    promptTokens: number,
  ): Promise<FixedParts> {
    const goal = renderTask(state);
    const grounding =
      countTurns(state) === 0
        ? ''
        : generateGrounding(createGrounding(state, preferences), state, await this.#renderIndex(state, promptTokens));
    const fixedTokens = (await this.#count(instructions)) + (await this.#count(tools)) + (await this.#count(reminder));
    const instructionTokens = fixedTokens + (grounding === '' ? 0 : await this.#tokens.count(grounding));
    const shares = new Map([
      ['instructions', instructionTokens + 3 * MESSAGE_FRAME_TOKENS],
      ['user', await this.#count(goal)],
    ]);
    return { texts: [instructions, goal, reminder, grounding], grounding, shares };
  }

  /** '' before the first compaction, while everything is shown. */
  async #renderIndex(state: AgentState, promptTokens: number): Promise<string> {
    if (state.view.compactions.length === 0) return '';
    const counter = { count: (text: string) => this.#tokens.count(escapeData(text)) };
    return renderEnvironment(createEnvironment(state), Math.floor(promptTokens * INDEX_SHARE), counter);
  }

  async #count(text: string): Promise<number> {
    if (text === '') return 0;
    const existing = this.#counts.get(text);
    if (existing !== undefined) return existing;
    const tokens = await this.#tokens.count(text);
    this.#counts.set(text, tokens);
    return tokens;
  }
}
