/**
 * What a prompt template is, and how its parts are spelled. The one rule: what is written here is the whole grammar, so that
 * whoever writes, reads, checks or fills a template means the same by a name, a placeholder and a delimiter.
 */
export interface PromptTemplate {
  readonly name: string;
  readonly sections: readonly PromptSection[];
  readonly placeholders: readonly PlaceholderDef[];
}

export interface PromptSection {
  /** A name to the model as well: what stands in it. */
  readonly name: string;
  readonly delimiter: Delimiter;
  /** Text with `{{placeholders}}`. */
  readonly content: string;
  /** Stands in every prompt. One that is not is left out when all of its placeholders turn out empty. */
  readonly required: boolean;
}

/** `<name>…</name>`, or `## name` down to the next section. By custom data stands in the first, instructions in the second. */
export type Delimiter = 'xml' | 'markdown';

export interface PlaceholderDef {
  readonly name: string;
  readonly type: PlaceholderType;
  readonly required: boolean;
}

export type PlaceholderType = 'string' | 'array' | 'object';

export const MAX_SECTIONS = 20;
export const MAX_PLACEHOLDERS = 20;
/** Characters of all sections' content. */
export const MAX_CONTENT = 20_000;

export const TEMPLATE_NAME = /^[A-Z][A-Z0-9_]{0,59}$/;
export const SECTION_NAME = /^[A-Za-z][\w-]{0,39}$/;
export const PLACEHOLDER_NAME = /^[A-Za-z]\w{0,39}$/;

/** Every `{{`; the name is missing where it is not the beginning of a well-formed placeholder. */
export const PLACEHOLDER = /\{\{(?:([A-Za-z]\w{0,39})\}\})?/g;

/** A line that opens a section of XML: its name, and whether it may be left out. */
export const XML_OPEN = /^<([A-Za-z][\w-]{0,39})( optional)?>$/;
/** A line that opens a section of Markdown. */
export const MARKDOWN_OPEN = /^## ([A-Za-z][\w-]{0,39})( \(optional\))?$/;
/** A line that a reader of Markdown could take for the heading of a section, or of something above it. */
export const HEADING_LINE = /^\s*#{1,2}(?!#)/;
