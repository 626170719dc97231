/** The prompt template type and the grammar of its names, placeholders and delimiters. */
export interface PromptTemplate {
  readonly name: string;
  readonly sections: readonly PromptSection[];
  readonly placeholders: readonly PlaceholderDef[];
}

export interface PromptSection {
  /** Also shown to the model. */
  readonly name: string;
  readonly delimiter: Delimiter;
  /** Text with `{{placeholders}}`. */
  readonly content: string;
  /** Always rendered. An optional section is left out if all of its placeholders are empty. */
  readonly required: boolean;
}

/**
 * `<name>…</name>` or `## name` up to the next section. By convention, XML holds data and Markdown holds instructions.
 */
export type Delimiter = 'xml' | 'markdown';

export interface PlaceholderDef {
  readonly name: string;
  readonly type: PlaceholderType;
  readonly required: boolean;
}

export type PlaceholderType = 'string' | 'array' | 'object';

export const MAX_SECTIONS = 20;
export const MAX_PLACEHOLDERS = 20;
/** Total characters of all sections. */
export const MAX_CONTENT = 20_000;

export const TEMPLATE_NAME = /^[A-Z][A-Z0-9_]{0,59}$/;
export const SECTION_NAME = /^[A-Za-z][\w-]{0,39}$/;
export const PLACEHOLDER_NAME = /^[A-Za-z]\w{0,39}$/;

/** Every `{{`; the name is missing if no well-formed placeholder follows. */
export const PLACEHOLDER = /\{\{(?:([A-Za-z]\w{0,39})\}\})?/g;

/** A line that opens an XML section: its name and whether it is optional. */
export const XML_OPEN = /^<([A-Za-z][\w-]{0,39})( optional)?>$/;
/** A line that opens a Markdown section. */
export const MARKDOWN_OPEN = /^## ([A-Za-z][\w-]{0,39})( \(optional\))?$/;
/** A line that Markdown readers could take for a section heading or a higher one. */
export const HEADING_LINE = /^\s*#{1,2}(?!#)/;
