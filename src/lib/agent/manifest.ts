/**
 * An agent as data (R7.1): what it is for, what it is told, what it may use and how far it may go. The one rule: a manifest
 * names things, and grants nothing by itself; whoever runs it resolves the names and holds the limits.
 */

/** `tool`: it does a task and reports. `handoff`: it takes the conversation over until it is done or taken back from. */
export type IntegrationMode = 'tool' | 'handoff';

export interface AgentLimits {
  /** Decisions of one invocation. */
  readonly max_turns: number;
  /** Input and output tokens of one invocation, those of agents that it calls included. */
  readonly max_tokens_per_invocation: number;
  /** Milliseconds of working time; waiting for a person does not count. */
  readonly time_budget_ms: number;
}

export interface AgentParameters {
  /** 0 … 2; absent for the model's own. */
  readonly temperature?: number;
  /** Longest reply, in tokens; absent for what the model's window allows. */
  readonly max_output_tokens?: number;
}

/** The `agent` section. */
export interface AgentSection {
  readonly integration_mode: IntegrationMode;
  /** A role (`main`, `fast`, `vision`), or the id of a model that the person has set up; one that is not there is the main one. */
  readonly model: string;
  /** What the model is told, as a template: `{{name}}`, `{{description}}`, `{{language}}`. */
  readonly instructions: string;
  readonly parameters: AgentParameters;
  /** Names of tools, and ids of extensions, each of which stands for all its tools. It sees these and no others. */
  readonly uses_tools: readonly string[];
  readonly limits: AgentLimits;
}

export interface AgentManifest {
  /** Lower-case words with hyphens. */
  readonly id: string;
  readonly name: string;
  /** `1.0.0`. */
  readonly version: string;
  /** For people. */
  readonly description: string;
  /** For the model that decides whether to call it. */
  readonly natural_language_description: string;
  readonly agent: AgentSection;
  /** Ids of agents and extensions without which it cannot run. */
  readonly depends_on: readonly string[];
  readonly enabled: boolean;
}

/** What a run knows of an agent that it may call; its manifest is kept under its hash. */
export interface AgentCard {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly mode: IntegrationMode;
  /** For the model that decides whether to call it. */
  readonly routing: string;
  /** Tools and extensions that it uses: what only agents use, the main agent does not see. */
  readonly uses: readonly string[];
  /** `own`: the person's. */
  readonly source: 'built-in' | 'own';
  /** Hash of the manifest as JSON, in the store of texts. */
  readonly manifest: string;
}

/** A task that an agent was given within a run. */
export interface Invocation {
  /** Keys of the calls that led to it, outermost first, joined by `>`: its name within the run. */
  readonly correlationId: string;
  readonly agent: AgentManifest;
  /** What it was told beside the task; '' for nothing. */
  readonly context: string;
  /** Ids of the agents that led to it, outermost first; its own is the last. */
  readonly path: readonly string[];
  /** Addresses that the person had named: what a model wrote in the task is not their word. */
  readonly named: readonly string[];
  /** Whether the person wants the web searched: its engines are a destination of the run. */
  readonly engines: boolean;
}

/** What is wrong with a manifest: where, what, and what to do about it. */
export interface Fault {
  /** Such as `agent.limits.max_turns` or `agent.uses_tools[2]`; '' for the whole. */
  readonly path: string;
  readonly problem: string;
  readonly cure: string;
  /** In the text that it was read from, from 1; absent where there was none, or nobody can tell. */
  readonly line?: number;
}

/** Longest text of a manifest, in characters. */
export const MAX_MANIFEST = 60_000;
