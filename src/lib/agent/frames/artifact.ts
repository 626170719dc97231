/** Artifacts: texts that tools found, each with metadata whose type follows from its name. */
import type { Json } from '../../base/json.ts';
import type { Article } from '../../pipeline/page/read/article.ts';
import type { SearchRound, WebSource } from './web-search.ts';
import type { AgentCard } from './manifest.ts';
import type { RequestPicture } from './spec.ts';

/** A text in the blob store, by its hash, with a preview. */
export interface Body {
  readonly hash: string;
  /** Characters (UTF-16 units) of the whole text. */
  readonly length: number;
  readonly tokens: number;
  readonly preview: string;
}

/** Half-open range of characters. */
type Span = readonly [start: number, end: number];

interface ArtifactMetas {
  /** The content of a tab, or of a file of the user's: `file` is its hash, and there is no tab (-1) and no address (''). */
  readonly page: Omit<Article, 'markdown' | 'comments' | 'reviews'> & {
    readonly words: number;
    /** Words of the comments on it; absent for none. */
    readonly commentWords?: number;
    readonly tab: number;
    readonly file?: string;
  };
  /** The comments on a page that are no part of its content. `title`: says that it is comments. */
  readonly comments: Pick<Article, 'url' | 'title' | 'language' | 'reviews'> & { readonly tab: number };
  /** The text of a picture. `picture`, `reading`, `read`, `figures`: hashes; `read` is without the user's corrections. */
  readonly picture: Omit<RequestPicture, 'hash'> & {
    readonly picture: string;
    readonly reading: string;
    readonly read: string;
    /** What the page said of its pictures, for a screenshot. */
    readonly figures?: string;
    /** A BCP 47 tag, or ''. */
    readonly language: string;
    /** Codes of the OCR data used, such as `eng`. */
    readonly languages: readonly string[];
    /** In pixels. */
    readonly width: number;
    readonly height: number;
    readonly words: number;
    /** Number of words that were hard to read. */
    readonly doubtful: number;
    /** It was scaled down before reading. */
    readonly reduced: boolean;
    /** How much of its height is read so far, or was read before it was stopped; absent if all. */
    readonly readShare?: number;
    readonly tab: number;
  };
  readonly web: WebSource;
  /** One search. */
  readonly results: SearchRound;
  /** The passages found last. `spans`: of each in the text; `from`: index of its source among the run's. */
  readonly passages: {
    readonly query: string;
    readonly ids: readonly string[];
    readonly spans: readonly Span[];
    readonly from: readonly number[];
    /** What else was looked for, in the language of the sources: the query alone found little. */
    readonly others?: { readonly language: string; readonly queries: readonly string[] };
  };
  /** What the user selected, with its surroundings. */
  readonly selection: {
    readonly url: string;
    /** Address of the tab's page: that of a frame is `url`. */
    readonly page: string;
    readonly title: string;
    readonly language: string;
    /** Headings above it, outermost first. */
    readonly path: readonly string[];
    readonly tab: number;
    /** Hash of the selection, as in the request. */
    readonly of: string;
    /** Its beginning, for display: the body's preview may hold only the text before it. */
    readonly words: string;
    /** Whether `words` is not all of it. */
    readonly cut: boolean;
  };
  readonly notes: { readonly parts: number; readonly supersedes: readonly ArtifactName[] };
  /** What a model saw in a picture. */
  readonly description: {
    readonly question: string;
    readonly picture: string;
    readonly title: string;
    readonly url: string;
  };
  /** The places found last on a picture; boxes in its pixels. */
  readonly places: {
    readonly query: string;
    readonly picture: string;
    readonly boxes: readonly Readonly<Record<'x' | 'y' | 'width' | 'height', number>>[];
  };
  /** The text of an earlier artifact, by its reference. */
  readonly recalled: { readonly ref: string; readonly query: string | null };
  /** An agent that was created. */
  readonly agent: { readonly card: AgentCard };
  /** Results of any other tool. */
  readonly other: Readonly<Record<string, Json>>;
}

export type ArtifactName = keyof ArtifactMetas;

/** Something a tool found, kept in the run's environment by tool and name. */
export type Artifact<N extends ArtifactName = ArtifactName> = {
  readonly [K in N]: {
    readonly name: K;
    readonly body: Body;
    readonly meta: ArtifactMetas[K];
    /** For code only: never shown to the model. */
    readonly hidden: boolean;
  };
}[N];

/** How the panel renders a result. */
export type Payload =
  | Exclude<ArtifactName, 'description' | 'recalled' | 'other'>
  | 'link'
  | 'query'
  | 'text'
  | 'report'
  | 'error';

/** Returns any field of an artifact's metadata as it was stored; undefined if it has none of that name. */
export const getMetaField = ({ meta }: Pick<Artifact, 'meta'>, name: string): unknown =>
  (meta as Readonly<Record<string, unknown>>)[name];
