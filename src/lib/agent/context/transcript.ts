/** Builds the prompts of a run. A cache: each turn is rendered and counted once while its display is the same. */
import { sha256 } from '../../base/hash.ts';
import { addToContext, createContext, serializeContext, addFixedShares, type AgentContext } from './agent-context.ts';
import { getTurnVisibility } from '../state/context-view.ts';
import { USER_LABELS, type Labels } from '../frames/frames.ts';
import { toJsonProtocol } from '../parse/json-protocol.ts';
import type { ModelCall } from '../model-calls/model-call.ts';
import type { Model, ModelMessage, ModelRequest, ReadText, RunPorts, ToolSchema } from '../ports.ts';
import { FixedPartsCache, type PromptOptions } from './fixed-parts.ts';
import { computeTurnLabels, renderSummary, renderTask, renderTurn } from './render-results.ts';
import type { AgentState } from '../state/agent-state.ts';
import { countTurns } from '../state/turns.ts';
import { toTextProtocol } from '../parse/text-protocol.ts';
import { addShares, countShares, type Speaker } from '../budget/token-shares.ts';
import { computeTokenBudget } from '../budget/window-split.ts';

const RESULT_SHARE = 0.5;

export type Prompt = Pick<ModelCall, 'request' | 'labels' | 'measured'>;

/** Per request, because a server may have refused another protocol since. */
const toProtocol: Readonly<Record<Model['toolCalling'], (request: ModelRequest) => ModelRequest>> = {
  native: (request) => request,
  json: toJsonProtocol,
  text: toTextProtocol,
  none: (request) => request,
};

/** With the rules of a protocol that the model has no tools for: they are part of its instructions. */
function renderTools(tools: readonly ToolSchema[], { toolCalling }: Model): string {
  if (tools.length === 0) return '';
  const told = toProtocol[toolCalling]({ task: 'decide', messages: [], tools, maxOutputTokens: 1 });
  const rules = told.messages.flatMap(({ content }) => content.map((part) => (part.type === 'text' ? part.text : '')));
  return told.tools === undefined ? rules.join('\n') : JSON.stringify(tools);
}

interface TranscriptPorts {
  readonly tokens: Pick<RunPorts['tokens'], 'count'>;
  readonly read: ReadText;
}

export class Transcript {
  readonly #ports: TranscriptPorts;
  #history = createContext('', 0);
  #hash = '';
  #turns = 0;
  #version = 0;
  #promptTokens = 0;
  readonly #fixed: FixedPartsCache;

  constructor(ports: TranscriptPorts) {
    this.#ports = ports;
    this.#fixed = new FixedPartsCache(ports.tokens);
  }

  async getContext(state: AgentState, model: Model, options: PromptOptions): Promise<AgentContext> {
    await this.#syncTurns(state, model);
    return addFixedShares(this.#history, (await this.#getFixed(state, model, options)).shares);
  }

  #getFixed(state: AgentState, model: Model, options: PromptOptions): ReturnType<FixedPartsCache['get']> {
    return this.#fixed.get(state, { ...options, tools: renderTools(options.tools, model) }, this.#promptTokens);
  }

  async buildPrompt(state: AgentState, model: Model, options: PromptOptions): Promise<Prompt> {
    await this.#syncTurns(state, model);
    const { texts, grounding, shares } = await this.#getFixed(state, model, options);
    const { instructions, tools, reminder, parameters = {} } = options;
    const { temperature } = parameters;
    const neutral: ModelRequest = {
      task: 'decide',
      messages: [
        { role: 'system', content: [{ type: 'text', text: instructions }] },
        ...serializeContext(this.#history, grounding, reminder),
      ],
      tools,
      maxOutputTokens: Math.min(
        computeTokenBudget(model, state.request.windowShare).answer,
        parameters.max_output_tokens ?? Infinity,
      ),
      ...(temperature === undefined ? {} : { temperature }),
    };
    return {
      request: toProtocol[model.toolCalling](neutral),
      labels: this.#history.labels,
      measured: {
        shares: addShares(shares, this.#history.shares),
        // the same whichever model is asked: another's protocol makes no other request of it
        promptHash: await sha256(
          [this.#hash, ...texts, JSON.stringify(tools), ...(temperature === undefined ? [] : [temperature])].join('\n'),
        ),
      },
    };
  }

  /** Renders everything again if the view or the token limit changed. */
  async #syncTurns(state: AgentState, model: Model): Promise<void> {
    const { prompt } = computeTokenBudget(model, state.request.windowShare);
    const { view } = state;
    if (this.#version !== view.version || this.#promptTokens !== prompt) {
      [this.#version, this.#promptTokens, this.#turns, this.#hash] = [view.version, prompt, 0, ''];
      this.#history = { ...createContext(renderTask(state), prompt), labels: state.inputLabels };
      if (view.summary)
        await this.#addMessages(
          renderSummary(view, state),
          USER_LABELS,
          view.summary.by === 'model' ? 'model' : 'instructions',
        );
    }
    for (; this.#turns < countTurns(state); this.#turns += 1) {
      const turn = this.#turns < state.past.length ? state.past.at(this.#turns) : state.turn;
      if (!turn) return;
      const display = getTurnVisibility(view, this.#turns);
      const options = {
        room: Math.floor(prompt * RESULT_SHARE),
        cleared: display === 'cleared',
        read: this.#ports.read,
      };
      const messages = display === 'summarised' ? [] : await renderTurn(turn, options);
      const speaker = turn.decision === 'invalid' ? 'instructions' : 'user';
      await this.#addMessages(messages, computeTurnLabels(turn), speaker);
    }
  }

  async #addMessages(messages: readonly ModelMessage[], labels: Labels, speaker: Speaker): Promise<void> {
    if (messages.length > 0) this.#hash = await sha256(this.#hash + JSON.stringify(messages));
    const shares = await countShares(messages, this.#ports.tokens, speaker);
    this.#history = addToContext(this.#history, { messages, shares, labels });
  }
}
