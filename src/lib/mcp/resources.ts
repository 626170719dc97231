/** Resources of an MCP server: a list of them and of their templates, and what one holds. */
import { UriTemplate, type Client, type ReadResourceResult } from '@modelcontextprotocol/client';
import { MAX_TOOL_DESCRIPTION } from '../agent/frames/server-tool.ts';
import { cleanLine } from '../base/one-line.ts';
import {
  MAX_LISTED_RESOURCES,
  MAX_MEDIA_TYPE,
  MAX_RESOURCE_NAME,
  MAX_RESOURCE_URI,
  MAX_SERVER_TEXT,
  type ListedResource,
  type ResourceMessage,
  type TextEvent,
} from '../protocol/offscreen/server-texts.ts';
import type { ConnectionOptions } from './connection.ts';
import { isRefusedOrLate, ToolServerError } from './faults.ts';
import { describeArguments } from './text-arguments.ts';

type Content = ReadResourceResult['contents'][number];
interface RawResource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

/** Longest wait for one page of a list. Less for templates: the rest of the list is of use without them. */
const LIST_MS = 20_000;
const TEMPLATES_MS = 8000;
/** Below what the worker waits for a text. */
const READ_MS = 40_000;
/** The rest of a list that comes in more of them is left out. */
const MAX_PAGES = 10;

/** First those that need no variable. A server need not have templates. */
export async function listResources(client: Client, signal: AbortSignal): Promise<readonly ListedResource[]> {
  if (client.getServerCapabilities()?.resources === undefined) return [];
  const resources = await collectPages(async (params) => {
    const page = await client.request({ method: 'resources/list', params }, { signal, timeout: LIST_MS });
    return {
      found: page.resources.slice(0, MAX_LISTED_RESOURCES).flatMap((each) => describeResource(each, [])),
      next: page.nextCursor,
    };
  });
  if (resources.length >= MAX_LISTED_RESOURCES) return resources;
  const templates = collectPages(async (params) => {
    const page = await client.request(
      { method: 'resources/templates/list', params },
      { signal, timeout: TEMPLATES_MS },
    );
    const found = page.resourceTemplates
      .slice(0, MAX_LISTED_RESOURCES)
      .flatMap((each) => describeTemplate({ ...each, uri: each.uriTemplate }));
    return { found, next: page.nextCursor };
  });
  const added = await templates.catch((thrown: unknown) => {
    if (isRefusedOrLate(thrown)) return [];
    throw thrown;
  });
  return keepFirst([...resources, ...added]);
}

/** Throws a `ToolServerError` if the values make no address. */
export async function readResource(
  client: Client,
  { uri: template, values }: Pick<ResourceMessage, 'uri' | 'values'>,
  { signal }: Pick<ConnectionOptions, 'signal'>,
): Promise<TextEvent> {
  const uri = values.length === 0 ? template : expandTemplate(template, values);
  const { contents } = await client.readResource({ uri }, { signal, timeout: READ_MS });
  const texts = contents.flatMap((content) => ('text' in content ? [content] : []));
  const file = texts.length > 0 ? undefined : contents.find((content) => 'blob' in content);
  const text = renderTexts(texts);
  const taken = file ? 1 : texts.length;
  return {
    type: 'text',
    text: text.slice(0, MAX_SERVER_TEXT),
    bytes: file?.blob ?? '',
    mediaType: taken === 1 ? normaliseMediaType((file ?? texts[0])?.mimeType) : '',
    cut: text.length > MAX_SERVER_TEXT,
    leftOut: contents.length - taken,
  };
}

interface Page {
  readonly found: readonly ListedResource[];
  readonly next: string | undefined;
}

async function collectPages(
  fetchPage: (params: { readonly cursor?: string }) => Promise<Page>,
): Promise<readonly ListedResource[]> {
  let found: readonly ListedResource[] = [];
  let params = {};
  for (let pages = 0; pages < MAX_PAGES && found.length < MAX_LISTED_RESOURCES; pages += 1) {
    const page = await fetchPage(params);
    found = keepFirst([...found, ...page.found]);
    if (page.next === undefined) break;
    params = { cursor: page.next };
  }
  return found;
}

function keepFirst(resources: readonly ListedResource[]): readonly ListedResource[] {
  const seen = new Set<string>();
  return resources.filter(({ uri }) => !seen.has(uri) && seen.add(uri)).slice(0, MAX_LISTED_RESOURCES);
}

/** None if it cannot be asked for. */
function describeResource(
  { uri, name, title, description = '' }: RawResource,
  variables: Parameters<typeof describeArguments>[0],
): readonly ListedResource[] {
  const inputSchema = describeArguments(variables);
  if (inputSchema === null || uri === '' || uri.length > MAX_RESOURCE_URI) return [];
  const shown = [title ?? '', name, uri].map((each) => cleanLine(each, MAX_RESOURCE_NAME)).find((each) => each !== '');
  return [{ uri, name: shown ?? '', description: description.slice(0, MAX_TOOL_DESCRIPTION), inputSchema }];
}

function describeTemplate(template: RawResource): readonly ListedResource[] {
  if (template.uri.length > MAX_RESOURCE_URI) return [];
  try {
    const names = new Set(new UriTemplate(template.uri).variableNames);
    const optional = new Set(Array.from(template.uri.matchAll(OPTIONAL), ([, list = '']) => list.split(',')).flat());
    const variables = Array.from(names, (name) => ({ name, required: !optional.has(name) }));
    return describeResource(template, variables);
  } catch {
    return []; // no template by RFC 6570
  }
}

/** Variables of a query (RFC 6570 §3.2.8): without them it still is an address. */
const OPTIONAL = /\{[?&]([^{}]*)\}/g;

function expandTemplate(template: string, values: ResourceMessage['values']): string {
  const given = values.filter(({ value }) => value !== '').map(({ name, value }) => [name, value] as const);
  // the library would find what every object has
  const variables = Object.assign(Object.create(null) as Record<string, string>, Object.fromEntries(given));
  try {
    return new UriTemplate(template).expand(variables);
  } catch {
    throw new ToolServerError('gone', cleanLine(template));
  }
}

/** Without its parameters. */
const normaliseMediaType = (type = ''): string =>
  (type.split(';', 1)[0] ?? '').trim().toLowerCase().slice(0, MAX_MEDIA_TYPE);

/** If there are several texts, each says what it is. */
const renderTexts = (contents: readonly Extract<Content, { text: string }>[]): string =>
  contents.length === 1
    ? (contents[0]?.text ?? '')
    : contents.map(({ uri, text }) => `${cleanLine(uri, MAX_RESOURCE_URI)}\n\n${text}`).join('\n\n');
