/** Tools that the page offers (WebMCP). In the isolated world, where the page cannot replace the API. */
import type { RawPageTool } from '../lib/toolbox/server/page-tools.ts';

interface OfferedTool {
  readonly name: string;
  readonly description: string;
  /** Or as JSON, in earlier versions. */
  readonly inputSchema?: object | string | null;
  readonly annotations?: { readonly readOnlyHint?: boolean } | null;
  readonly origin: string;
  readonly window: Window;
}

/** https://webmachinelearning.github.io/webmcp, as Chromium 156 has it. */
interface ModelContext {
  getTools(): Promise<readonly OfferedTool[]>;
  executeTool(tool: OfferedTool, input: object, options: { readonly signal: AbortSignal }): Promise<unknown>;
}

type PageCallEnd =
  | { readonly type: 'gone' | 'changed' }
  | { readonly type: 'done'; readonly failed: boolean; readonly text: string; readonly cut: boolean };

declare global {
  var __klPageTools: typeof pageTools | undefined;
}

/** In characters: of what is compared, and more than is shown. */
const MAX_WORDS = 20_000;
const MAX_TOOLS = 100;
const MAX_ERROR = 600;

const calls = new Map<string, AbortController>();

const getContext = (): Partial<ModelContext> | undefined =>
  (document as Document & { readonly modelContext?: Partial<ModelContext> }).modelContext;

/** Lists tools of this document alone: frames of other sites may offer some too. */
async function listOwnTools(): Promise<readonly OfferedTool[]> {
  const tools = (await getContext()?.getTools?.()) ?? [];
  return tools.filter((tool) => tool.window === window && tool.origin === location.origin);
}

function writeSchema(schema: OfferedTool['inputSchema']): string {
  try {
    return typeof schema === 'string' ? schema : JSON.stringify(schema ?? {});
  } catch {
    return ''; // too deep to be written
  }
}

const toRaw = ({ name, description, inputSchema, annotations }: OfferedTool): RawPageTool => ({
  name,
  description: description.slice(0, MAX_WORDS),
  inputSchema: writeSchema(inputSchema).slice(0, MAX_WORDS),
  readOnly: annotations?.readOnlyHint === true,
});

const isSame = (one: RawPageTool, other: RawPageTool): boolean =>
  (['name', 'description', 'inputSchema', 'readOnly'] as const).every((key) => one[key] === other[key]);

const pageTools = {
  list: async () => ({
    origin: location.origin,
    tools: (await listOwnTools()).slice(0, MAX_TOOLS).map(toRaw),
  }),
  /** Once, if it still is what was pinned. */
  async call(raw: RawPageTool, args: object, id: string, maxChars: number): Promise<PageCallEnd> {
    const controller = new AbortController();
    calls.set(id, controller);
    try {
      const tool = (await listOwnTools()).find(({ name }) => name === raw.name);
      if (tool === undefined) return { type: 'gone' };
      if (!raw.readOnly || !isSame(toRaw(tool), raw)) return { type: 'changed' };
      const text = String(await getContext()?.executeTool?.(tool, args, { signal: controller.signal }));
      return { type: 'done', failed: false, text: text.slice(0, maxChars), cut: text.length > maxChars };
    } catch (thrown) {
      const text = thrown instanceof Error ? thrown.message : String(thrown);
      return { type: 'done', failed: true, text: text.slice(0, MAX_ERROR), cut: false };
    } finally {
      calls.delete(id);
    }
  },
  stop: (id: string): void => calls.get(id)?.abort(),
};

// own property only: a window exposes page elements by name
if (!Object.hasOwn(globalThis, '__klPageTools')) globalThis.__klPageTools = pageTools;
