/** Tools that a page offers (WebMCP), from what is read in its document: a stranger's data, of any shape. */
import { PAGE_SERVER, type ServerTool } from '../../agent/frames/server-tool.ts';
import { isRecord, parseJson, toList, toText } from '../../base/loose.ts';
import { computeToolPin, describeTool } from '../../protocol/describe-tool.ts';
import { MAX_TOOL_NAME } from '../../protocol/offscreen/tool-server-parts.ts';
import { MAX_PAGE_TOOLS, type PageTool, type SwitchedPageTool } from '../../protocol/page-tools.ts';

/** As the document gave it, cut there. A call is made only if it is still the same. */
export interface RawPageTool {
  readonly name: string;
  readonly description: string;
  /** As JSON. What is cut or '' is none, and the tool cannot be used. */
  readonly inputSchema: string;
  readonly readOnly: boolean;
}

export interface ReadPageTool extends Omit<PageTool, 'isOn' | 'isChanged'> {
  readonly raw: RawPageTool;
}

/** Never rejects. Of two of one name the first. */
export async function readPageTools(listed: unknown): Promise<readonly ReadPageTool[]> {
  const raws = toList(listed).slice(0, MAX_PAGE_TOOLS).flatMap(toRawTool);
  const first = raws.filter(({ name }, at) => raws.findIndex((other) => other.name === name) === at);
  return Promise.all(first.map(describeRawTool));
}

function toRawTool(listed: unknown): readonly RawPageTool[] {
  if (!isRecord(listed)) return [];
  const name = toText(listed['name']);
  if (name === '' || name.length > MAX_TOOL_NAME) return [];
  const [description, inputSchema] = [toText(listed['description']), toText(listed['inputSchema'])];
  return [{ name, description, inputSchema, readOnly: listed['readOnly'] === true }];
}

async function describeRawTool(raw: RawPageTool): Promise<ReadPageTool> {
  const { name, description, readOnly } = raw;
  // the pin is of the text, since a parsed one may be too deep to be written again
  const pin = await computeToolPin({ name, description, inputSchema: raw.inputSchema });
  const schema = parseJson(raw.inputSchema);
  const described = await describeTool({ name, description, inputSchema: schema }).catch(() => null);
  const inputSchema = isRecord(schema) && described !== null ? described.inputSchema : null;
  return { name, description: described?.description ?? '', inputSchema, pin, isReadOnly: readOnly, raw };
}

/** A tool can be called if it says that it only reads, and its arguments can be checked. */
export const isCallable = ({ isReadOnly, inputSchema }: Pick<PageTool, 'isReadOnly' | 'inputSchema'>): boolean =>
  isReadOnly && inputSchema !== null;

/** `on`: what the user switched on of that site. */
export const toShownTool = ({ raw: _raw, ...tool }: ReadPageTool, on: readonly SwitchedPageTool[]): PageTool => {
  const stored = on.find(({ name }) => name === tool.name);
  const isSame = stored?.pin === tool.pin;
  return { ...tool, isOn: isSame && isCallable(tool), isChanged: stored !== undefined && !isSame };
};

/** Those that are on, for a run. */
export const listRunTools = (
  tools: readonly PageTool[],
  origin: string,
  page: NonNullable<ServerTool['page']>,
): readonly ServerTool[] =>
  tools.flatMap(({ name, description, inputSchema, pin, isOn }) =>
    isOn && inputSchema !== null
      ? [
          {
            ...{ name, description, inputSchema, pin, page },
            ...{ server: PAGE_SERVER, address: origin, repeatable: false, isPublic: false },
          },
        ]
      : [],
  );
