/**
 * What a prompt weighs, and whose words it is made of. The one rule: shares add up to the whole, so that a receipt can
 * say what each source cost.
 */
import type { Share } from './frames.ts';
import type { ModelMessage, TokenCounter } from './ports.ts';

export type Shares = ReadonlyMap<string, number>;

/** Parts of a prompt that come from no page. */
export const SOURCES = ['instructions', 'person', 'model', 'tools'] as const;

/** Tokens of a message's own frame. */
export const FRAME_TOKENS = 4;
/** Tokens of a document's own frame: tags and language. */
const DOCUMENT_TOKENS = 20;

type Part = ModelMessage['content'][number];
type Counter = Pick<TokenCounter, 'count'>;

export type Speaker = (typeof SOURCES)[number];

/** Tokens of the messages by source. `speaker`: whose words stand on the person's side. */
export async function sharesOf(
  messages: readonly ModelMessage[],
  tokens: Counter,
  speaker: Speaker = 'person',
): Promise<Shares> {
  const shares = new Map<string, number>();
  const add = (source: string, count: number): void => void shares.set(source, (shares.get(source) ?? 0) + count);
  for (const { role, content } of messages) {
    add('instructions', FRAME_TOKENS);
    for (const part of content.flatMap(pieces)) {
      if (part.type === 'document') {
        const { title, url, text } = part;
        add(originOf(url), DOCUMENT_TOKENS + (await tokens.count(`${title}${url}`)) + (await tokens.count(text)));
      } else if (part.type === 'image') add(originOf(part.of?.url ?? ''), pictureTokens(part.of));
      else if (part.type === 'tool-call') add('model', await tokens.count(part.name + part.arguments));
      else if (part.type === 'text') add(role === 'user' ? speaker : SPEAKERS[role], await tokens.count(part.text));
    }
  }
  return shares;
}

/** Pixels that one token stands for, as one large provider counts them; others count some fewer or more for a picture. */
const PIXELS_PER_TOKEN = 750;
/** Of a picture whose size nobody says: as much as one of the largest that models look at. */
const UNKNOWN = { width: 1568, height: 1568 };

/** Tokens of a picture, estimated: what it takes the model's server alone knows. */
export const pictureTokens = ({
  width,
  height,
}: { readonly width: number; readonly height: number } = UNKNOWN): number =>
  Math.ceil((width * height) / PIXELS_PER_TOKEN);

const SPEAKERS = { system: 'instructions', assistant: 'model', tool: 'tools' } as const;

const pieces = (part: Part): readonly Part[] => (part.type === 'tool-result' ? part.content : [part]);

function originOf(url: string): string {
  if (!URL.canParse(url)) return 'tools';
  const { origin, protocol } = new URL(url);
  return origin === 'null' ? `${protocol}//` : origin; // a file has no origin of its own
}

export function addShares(...all: readonly Shares[]): Shares {
  const sum = new Map<string, number>();
  for (const shares of all) for (const [source, tokens] of shares) sum.set(source, (sum.get(source) ?? 0) + tokens);
  return sum;
}

export const totalOf = (shares: Shares): number => Array.from(shares.values()).reduce((a, b) => a + b, 0);

/** As a frame keeps them. */
export const listed = (shares: Shares): readonly Share[] =>
  Array.from(shares, ([source, tokens]) => ({ source, tokens }));
