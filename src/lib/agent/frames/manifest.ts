/**
 * Data format of an agent (R7.1). A manifest only names tools and models; the run resolves the names and enforces
 * limits.
 */

/**
 * `tool`: performs a task and returns a report. `handoff`: takes over the conversation until it is done or recalled.
 */
export type IntegrationMode = 'tool' | 'handoff';

export interface AgentLimits {
  /** Decisions of one invocation. */
  readonly max_turns: number;
  /** Input and output tokens of one invocation, including those of agents it calls. */
  readonly max_tokens_per_invocation: number;
  /** Milliseconds of working time, without waiting for the user. */
  readonly time_budget_ms: number;
}

export interface AgentParameters {
  /** 0 … 2; absent: the model's default. */
  readonly temperature?: number;
  /** Maximum length of a reply in tokens; absent: what the model's window allows. */
  readonly max_output_tokens?: number;
}

export interface AgentSection {
  readonly integration_mode: IntegrationMode;
  /**
   * A role (`main`, `fast`, `vision`) or the id of a model that the user set up; an unknown id means the main model.
   */
  readonly model: string;
  /** Prompt template with `{{name}}`, `{{description}}` and `{{language}}`. */
  readonly instructions: string;
  readonly parameters: AgentParameters;
  /** Names of tools, and ids of extensions (meaning all their tools). The agent sees no other tools. */
  readonly uses_tools: readonly string[];
  readonly limits: AgentLimits;
}

export interface AgentManifest {
  /** Lower-case words with hyphens. */
  readonly id: string;
  readonly name: string;
  /** Such as `1.0.0`. */
  readonly version: string;
  /** For users. */
  readonly description: string;
  /** For the model that decides whether to call the agent. */
  readonly natural_language_description: string;
  readonly agent: AgentSection;
  /** Ids of agents and extensions that it requires. */
  readonly depends_on: readonly string[];
  readonly enabled: boolean;
}

/** What a run knows of an agent it may call. The full manifest is stored under its hash. */
export interface AgentCard {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly mode: IntegrationMode;
  /** For the model that decides whether to call the agent. */
  readonly routing: string;
  /** Tools and extensions it uses. Tools that only agents use are hidden from the main agent. */
  readonly uses: readonly string[];
  /** `own`: created by the user. */
  readonly source: 'built-in' | 'own';
  /** Hash of the manifest's JSON in the blob store. */
  readonly manifest: string;
}

/** A task given to an agent within a run. */
export interface Invocation {
  /** Keys of the calls that led to it, outermost first, joined by `>`. Unique within the run. */
  readonly correlationId: string;
  readonly agent: AgentManifest;
  /** Context given with the task; '' for none. */
  readonly context: string;
  /** Ids of the agents from the outermost to this one. */
  readonly path: readonly string[];
  /** URLs that the user named. URLs that a model wrote into the task do not count. */
  readonly named: readonly string[];
  /** Whether the user wants the web searched, which makes the search engines an allowed destination. */
  readonly engines: boolean;
}

/** A defect of a manifest. */
export interface ManifestFault {
  /** Such as `agent.limits.max_turns` or `agent.uses_tools[2]`; '' for the whole manifest. */
  readonly path: string;
  readonly problem: string;
  readonly hint: string;
  /** Line in the source text, from 1; absent when there is no text or the line is unknown. */
  readonly line?: number;
}

/** Maximum length of a manifest's text, in characters. */
export const MAX_MANIFEST_LENGTH = 60_000;
