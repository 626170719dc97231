/** Data format of an agent (R7.1); the run resolves the names and enforces limits. */

/** `tool`: returns a report. `handoff`: takes over the conversation until done or recalled. */
export type IntegrationMode = 'tool' | 'handoff';

export interface AgentLimits {
  readonly max_turns: number;
  /** Input and output, including agents it calls. */
  readonly max_tokens_per_invocation: number;
  /** Without waiting for the user. */
  readonly time_budget_ms: number;
}

export interface AgentParameters {
  /** 0 … 2; absent: the model's default. */
  readonly temperature?: number;
  /** Tokens; absent: what the window allows. */
  readonly max_output_tokens?: number;
}

export interface AgentSection {
  readonly integration_mode: IntegrationMode;
  /** A role (`main`, `fast`, `vision`) or a model id; unknown means the main model. */
  readonly model: string;
  /** With `{{name}}`, `{{description}}` and `{{language}}`. */
  readonly instructions: string;
  readonly parameters: AgentParameters;
  /** Tool names, or extension ids for all their tools. It sees no others. */
  readonly uses_tools: readonly string[];
  readonly limits: AgentLimits;
}

export interface AgentManifest {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly natural_language_description: string;
  readonly agent: AgentSection;
  readonly depends_on: readonly string[];
  readonly enabled: boolean;
}

/** The full manifest is stored under its hash. */
export interface AgentCard {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly mode: IntegrationMode;
  readonly routing: string;
  /** Tools that only agents use are hidden from the main agent. */
  readonly uses: readonly string[];
  readonly source: 'built-in' | 'own';
  /** As in the manifest. */
  readonly model: string;
  readonly manifest: string;
}

export interface Invocation {
  /** Keys of the calls that led to it, outermost first, joined by `>`. Unique within the run. */
  readonly correlationId: string;
  readonly agent: AgentManifest;
  /** '' for none. */
  readonly context: string;
  /** Agent ids, outermost first. */
  readonly path: readonly string[];
  /** URLs that the user named; those a model wrote do not count. */
  readonly named: readonly string[];
  /** Whether search engines are allowed destinations. */
  readonly engines: boolean;
  /** Whether the user's tab may be read: `own` without asking; `never` by one whose model's server was not named for the run. */
  readonly tab: 'own' | 'ask' | 'never';
  /** Texts of the user whose words may be searched for. */
  readonly searched: readonly string[];
  /** In bits, by the run before; see `ToolResultFrame`. */
  readonly told: number;
}

export interface ManifestFault {
  /** Such as `agent.uses_tools[2]`; '' for the whole manifest. */
  readonly path: string;
  readonly problem: string;
  readonly hint: string;
  /** From 1; absent if unknown. */
  readonly line?: number;
}

export const MAX_MANIFEST_LENGTH = 60_000;
