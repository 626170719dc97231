/** Counts the tokens of a prompt by source; the shares add up to the total. */
import type { Share } from '../frames/model-frames.ts';
import type { ModelMessage, TokenCounter } from '../ports.ts';
import { parseUrl } from '../../base/urls.ts';

export type TokenShares = ReadonlyMap<string, number>;

const SOURCES = ['instructions', 'user', 'model', 'tools'] as const;

export const MESSAGE_FRAME_TOKENS = 4;
const DOCUMENT_FRAME_TOKENS = 20;

type Part = ModelMessage['content'][number];
type Counter = Pick<TokenCounter, 'count'>;

export type Speaker = (typeof SOURCES)[number];

/** `speaker`: the source of user messages. */
export async function countShares(
  messages: readonly ModelMessage[],
  tokens: Counter,
  speaker: Speaker = 'user',
): Promise<TokenShares> {
  const shares = new Map<string, number>();
  const add = (source: string, count: number): void => void shares.set(source, (shares.get(source) ?? 0) + count);
  for (const { role, content } of messages) {
    add('instructions', MESSAGE_FRAME_TOKENS);
    for (const part of content.flatMap(flattenPart)) {
      if (part.type === 'document') {
        const { title, url, text } = part;
        add(
          getSource(url),
          DOCUMENT_FRAME_TOKENS + (await tokens.count(`${title}${url}`)) + (await tokens.count(text)),
        );
      } else if (part.type === 'image') add(getSource(part.of?.url ?? ''), estimatePictureTokens(part.of));
      else if (part.type === 'tool-call') add('model', await tokens.count(part.name + part.arguments));
      else if (part.type === 'text')
        add(role === 'user' ? speaker : SPEAKER_BY_ROLE[role], await tokens.count(part.text));
    }
  }
  return shares;
}

const PIXELS_PER_TOKEN = 750;
/** Size assumed for a picture of unknown size: the largest that models accept. */
const LARGEST_PICTURE = { width: 1568, height: 1568 };

/** An estimate; only the model's server knows the number. */
export const estimatePictureTokens = ({
  width,
  height,
}: { readonly width: number; readonly height: number } = LARGEST_PICTURE): number =>
  Math.ceil((width * height) / PIXELS_PER_TOKEN);

const SPEAKER_BY_ROLE = { system: 'instructions', assistant: 'model', tool: 'tools' } as const;

const flattenPart = (part: Part): readonly Part[] => (part.type === 'tool-result' ? part.content : [part]);

function getSource(url: string): string {
  const parsed = parseUrl(url);
  if (!parsed) return 'tools';
  return parsed.origin === 'null' ? `${parsed.protocol}//` : parsed.origin; // a file URL has no origin
}

export function addShares(...all: readonly TokenShares[]): TokenShares {
  const sum = new Map<string, number>();
  for (const shares of all) for (const [source, tokens] of shares) sum.set(source, (sum.get(source) ?? 0) + tokens);
  return sum;
}

export const sumShares = (shares: TokenShares): number => Array.from(shares.values()).reduce((a, b) => a + b, 0);

export const toShareList = (shares: TokenShares): readonly Share[] =>
  Array.from(shares, ([source, tokens]) => ({ source, tokens }));
