/** The token shares and the hash of a prompt. */
import { sha256 } from '../../base/hash.ts';
import type { ModelRequest, RunPorts } from '../ports.ts';
import { countShares, type TokenShares, type Speaker } from '../budget/token-shares.ts';

export interface MeasuredPrompt {
  readonly shares: TokenShares;
  readonly promptHash: string;
}

/** Pictures are represented by their hash. `speaker`: the source of user messages. */
export async function measurePrompt(
  request: ModelRequest,
  ports: Pick<RunPorts, 'tokens'>,
  // only a job's answer request repeats the user's words
  speaker: Speaker = request.task === 'answer' || request.task === 'translate' ? 'user' : 'instructions',
): Promise<MeasuredPrompt> {
  const shares = await countShares(request.messages, ports.tokens, speaker);
  return { shares, promptHash: await sha256(JSON.stringify(request, omitPictureData)) };
}

/** Picture bytes are megabytes, already identified by hash. */
function omitPictureData(this: unknown, key: string, value: unknown): unknown {
  return key === 'data' && isHashedPicture(this) ? '' : value;
}

const isHashedPicture = (part: unknown): boolean =>
  typeof part === 'object' && part !== null && 'type' in part && part.type === 'image' && 'of' in part;
