/** The prompt template type and its grammar. */
export interface PromptTemplate {
  readonly name: string;
  readonly sections: readonly PromptSection[];
  readonly placeholders: readonly PlaceholderDef[];
}

export interface PromptSection {
  readonly name: string;
  readonly delimiter: Delimiter;
  readonly content: string;
  /** An optional section is left out if all its placeholders are empty. */
  readonly required: boolean;
}

/** By convention, XML holds data and Markdown holds instructions. */
export type Delimiter = 'xml' | 'markdown';

export interface PlaceholderDef {
  readonly name: string;
  readonly type: PlaceholderType;
  readonly required: boolean;
}

export type PlaceholderType = 'string' | 'array' | 'object';

export const MAX_SECTIONS = 20;
export const MAX_PLACEHOLDERS = 20;
export const MAX_CONTENT = 20_000;

export const TEMPLATE_NAME = /^[A-Z][A-Z0-9_]{0,59}$/;
export const SECTION_NAME = /^[A-Za-z][\w-]{0,39}$/;
export const PLACEHOLDER_NAME = /^[A-Za-z]\w{0,39}$/;

/** Every `{{`; no name if the placeholder is malformed. */
export const PLACEHOLDER = /\{\{(?:([A-Za-z]\w{0,39})\}\})?/g;

export const XML_OPEN = /^<([A-Za-z][\w-]{0,39})( optional)?>$/;
export const MARKDOWN_OPEN = /^## ([A-Za-z][\w-]{0,39})( \(optional\))?$/;
/** A line that Markdown readers could take for such a heading. */
export const HEADING_LINE = /^\s*#{1,2}(?!#)/;
