/** The page that a run has read, as its tools and jobs share it. The one rule: what stands in it is somebody else's words. */
import type { Body, ContentBlock, Labels, ToolObject } from '../agent/frames.ts';
import type { DocumentPart, RunPorts } from '../agent/ports.ts';
import { findObject, type AgentState } from '../agent/state.ts';
import { ToolError } from '../agent/tools.ts';

/** Name of the object that holds the page. */
export const PAGE = 'page';

/** Whether tools that work on the page can be used, or why not. */
export function whenRead(state: AgentState): true | string {
  return findObject(state, PAGE) ? true : 'the page has not been read yet; call read_page first.';
}

/** The page. Throws a `ToolError` where it has not been read. */
export function pageOf(state: AgentState): ToolObject {
  const page = findObject(state, PAGE);
  if (page) return page;
  const trouble = { code: 'tool.no-page', message: 'The page has not been read.', cure: 'Call read_page first.' };
  throw new ToolError(trouble, true);
}

/** A text in the metadata of the page that was read; '' where it is missing. */
export function pageMeta(state: AgentState, name: string): string {
  const value = findObject(state, PAGE)?.meta[name];
  return typeof value === 'string' ? value : '';
}

/** A text from the page, for a prompt that a job or a tool makes. */
export function pageDocument(state: AgentState, text: string): DocumentPart {
  return {
    type: 'document',
    title: pageMeta(state, 'title'),
    url: pageMeta(state, 'url'),
    language: pageMeta(state, 'language'),
    text,
  };
}

/** A text from the page, for a result that the model is shown. */
export function pageResource(state: AgentState, body: Body): ContentBlock {
  return {
    type: 'resource',
    title: pageMeta(state, 'title'),
    uri: pageMeta(state, 'url'),
    language: pageMeta(state, 'language'),
    body,
  };
}

/** A tab's text is the person's private view of somebody else's words. */
export function pageLabels(url: string): Labels {
  const origin = URL.canParse(url) ? new URL(url).origin : 'page';
  return { integrity: 'untrusted', confidentiality: 'private', origin };
}

/** Keeps a text under its hash; the frame gets the hash and its beginning. */
export async function keepBody(text: string, { blobs, tokens }: Pick<RunPorts, 'blobs' | 'tokens'>): Promise<Body> {
  const hash = await blobs.put(text);
  return { hash, length: text.length, tokens: await tokens.count(text), preview: text.slice(0, 200) };
}
