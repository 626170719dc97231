/** What the benchmarks use of packages that are installed only for them (package.json here), so that types need none. */
declare module 'react-markdown' {
  export default function Markdown(props: { children: string; remarkPlugins?: readonly unknown[] }): React.ReactNode;
}
declare module 'remark-gfm' {
  const plugin: unknown;
  export default plugin;
}
declare module 'streamdown' {
  export function Streamdown(props: { children: string }): React.ReactNode;
}
declare module 'gpt-tokenizer/encoding/o200k_base' {
  export function countTokens(text: string): number;
}
declare module 'minisearch' {
  export default class MiniSearch {
    constructor(options: { readonly fields: readonly string[] });
    addAll(documents: readonly { readonly id: number; readonly text: string }[]): void;
    search(query: string): readonly { readonly id: number }[];
  }
}
declare module 'defuddle' {
  export default class Defuddle {
    constructor(document: Document);
    parse(): { readonly content: string };
  }
}
declare module 'defuddle/full' {
  export default class Defuddle {
    constructor(document: Document, options: { readonly markdown: boolean });
    parse(): { readonly content: string };
  }
}
declare module 'turndown' {
  export default class TurndownService {
    constructor(options: { readonly headingStyle: string; readonly codeBlockStyle: string });
    use(plugin: unknown): void;
    remove(names: readonly string[]): void;
    turndown(html: string): string;
  }
}
declare module 'turndown-plugin-gfm' {
  export const gfm: unknown;
}
declare module '@langchain/core/messages' {
  export interface Message {
    readonly text: string;
    getType(): string;
  }
  export class HumanMessage implements Message {
    readonly text: string;
    constructor(content: string);
    getType(): string;
  }
  export class AIMessage implements Message {
    readonly text: string;
    constructor(fields: {
      content: string;
      tool_calls?: readonly { id: string; name: string; args: object; type: 'tool_call' }[];
    });
    getType(): string;
  }
}
declare module '@langchain/core/tools' {
  export interface Tool {
    readonly name: string;
  }
  export function tool(
    run: (args: never) => string,
    fields: { name: string; description: string; schema: object },
  ): Tool;
}
declare module '@langchain/langgraph' {
  import type { Message } from '@langchain/core/messages';
  import type { ToolNode } from '@langchain/langgraph/prebuilt';
  interface Messages {
    readonly messages: readonly Message[];
  }
  type Node = ((state: Messages) => Messages) | ToolNode;
  export type Durability = 'exit' | 'async' | 'sync';
  export interface Serialiser {
    dumpsTyped(value: unknown): Promise<[string, Uint8Array]>;
    loadsTyped(type: string, data: Uint8Array | string): Promise<unknown>;
  }
  export const START: '__start__';
  export const MessagesAnnotation: object;
  export const Annotation: { Root(channels: Readonly<Record<string, () => DeltaChannel>>): object };
  export function messagesDeltaReducer(messages: Message[], writes: unknown[]): Message[];
  export class DeltaChannel {
    readonly snapshotFrequency: number;
    constructor(reducer: typeof messagesDeltaReducer, options: { snapshotFrequency: number });
  }
  export class MemorySaver {
    constructor(serde?: Serialiser);
    readonly serde: Serialiser;
  }
  export class StateGraph {
    constructor(state: object);
    addNode(name: string, node: Node): this;
    addEdge(from: string, to: string): this;
    addConditionalEdges(from: string, choose: (state: Messages) => string): this;
    compile(options: { checkpointer: MemorySaver }): {
      invoke(
        input: Messages,
        config: { configurable: { thread_id: string }; recursionLimit: number; durability?: Durability },
      ): Promise<Messages>;
    };
  }
}
declare module '@langchain/langgraph/prebuilt' {
  import type { Message } from '@langchain/core/messages';
  import type { Tool } from '@langchain/core/tools';
  export class ToolNode {
    readonly tools: readonly Tool[];
    constructor(tools: readonly Tool[]);
  }
  export function toolsCondition(state: { readonly messages: readonly Message[] }): string;
}
declare module '@modelcontextprotocol/sdk/client/stdio.js' {
  export class StdioClientTransport {
    onmessage?: (message: unknown) => void;
    constructor(server: {
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly cwd: string;
    });
    start(): Promise<void>;
    send(message: unknown): Promise<void>;
    close(): Promise<void>;
  }
}
declare module '@modelcontextprotocol/sdk/server/streamableHttp.js' {
  import type { IncomingMessage, ServerResponse } from 'node:http';
  export class StreamableHTTPServerTransport {
    onmessage?: (message: unknown) => void;
    onclose?: () => void;
    constructor(options: {
      readonly sessionIdGenerator: () => string;
      readonly onsessioninitialized: (id: string) => void;
    });
    start(): Promise<void>;
    send(message: unknown): Promise<void>;
    close(): Promise<void>;
    handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void>;
  }
}
declare module 'ai' {
  interface Tool {
    readonly inputSchema: unknown;
  }
  export function jsonSchema(schema: object): unknown;
  export function tool(options: {
    readonly description: string;
    readonly inputSchema: unknown;
    readonly execute: (argument: never) => unknown;
  }): Tool;
  export function stepCountIs(count: number): unknown;
  export function generateText(options: {
    readonly model: import('@ai-sdk/provider').LanguageModelV3;
    readonly tools: Readonly<Record<string, Tool>>;
    readonly prompt: string;
    readonly stopWhen: unknown;
  }): Promise<{
    readonly text: string;
    readonly steps: readonly { readonly toolResults: readonly { readonly output: unknown }[] }[];
  }>;
}
