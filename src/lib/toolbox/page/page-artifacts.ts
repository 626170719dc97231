/** The pages and other sources that a run has read. Their text is untrusted. */
import type { Body, Labels } from '../../agent/frames/frames.ts';
import type { ContentBlock } from '../../agent/frames/frame-of.ts';
import type { DocumentPart, RunPorts } from '../../agent/ports.ts';
import { findArtifact, findArtifactsByName, type FoundArtifact } from '../../agent/state/artifacts.ts';
import type { AgentState } from '../../agent/state/agent-state.ts';
import { ToolError } from '../../agent/tool-calls/index.ts';
import { parseUrl } from '../../base/urls.ts';

export const PAGE = 'page';
/** Name of an artifact that holds the comments on a page: a source of its own. */
export const COMMENTS = 'comments';
export const PICTURE = 'picture';
/** Name of an artifact that holds a web source. */
export const WEB = 'web';

export function checkPageRead(state: AgentState): true | string {
  return findArtifact(state, PAGE) ? true : 'the page has not been read yet; call read_page first.';
}

/** The file that the request is about, or the page of its tab. */
export function findPage(state: AgentState): FoundArtifact<typeof PAGE> | undefined {
  const pages = findArtifactsByName(state, PAGE);
  const { tabId, files: [file] = [] } = state.spec ?? {};
  return pages.findLast(({ meta }) => (file ? meta.file === file.hash : meta.tab === tabId)) ?? pages.at(-1);
}

/** Throws a `ToolError` if no page has been read. */
export function requirePage(state: AgentState): FoundArtifact<typeof PAGE> {
  const page = findPage(state);
  if (page) return page;
  const error = { code: 'tool.no-page', message: 'The page has not been read.', hint: 'Ask again.' };
  throw new ToolError(error, true, 'Call read_page first.');
}

/** The URL of the page; '' if none has been read. */
export const getPageUrl = (state: AgentState): string => findPage(state)?.meta.url ?? '';

/** An artifact whose text can be cited. */
export type Source = FoundArtifact<typeof PAGE | typeof COMMENTS | typeof PICTURE | typeof WEB>;
interface About {
  readonly meta: Pick<Source['meta'], 'title' | 'url' | 'language'>;
}
const UNKNOWN: About = { meta: { title: '', url: '', language: '' } };

export function createSourceDocument({ meta }: About = UNKNOWN, text: string): DocumentPart {
  return { type: 'document', title: meta.title, url: meta.url, language: meta.language, text };
}

export function createResource({ meta }: About = UNKNOWN, body: Body): ContentBlock {
  return { type: 'resource', title: meta.title, uri: meta.url, language: meta.language, body };
}

/** Untrusted, and private because it is what this user sees. */
export function getPageLabels(url: string): Labels {
  const origin = parseUrl(url)?.origin ?? 'page';
  return { integrity: 'untrusted', confidentiality: 'private', origin };
}

/** Stores a text under its hash; the returned body goes into the frame. */
export async function storeBody(text: string, { blobs, tokens }: Pick<RunPorts, 'blobs' | 'tokens'>): Promise<Body> {
  const hash = await blobs.put(text);
  return { hash, length: text.length, tokens: await tokens.count(text), preview: text.slice(0, 200) };
}
