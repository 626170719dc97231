/**
 * The o200k_base rank table as packaged data, out of js-tiktoken's own. Format, chosen by measurement
 * (docs/decisions/tokens.md): tokens in order of rank, each as one byte of length and its bytes. No decoding is needed.
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isFresh, root, write } from './files.mjs';

const require = createRequire(import.meta.url);
const output = `${root}public/tok/o200k_base.bin`;
const input = require.resolve('js-tiktoken/ranks/o200k_base');

/** js-tiktoken's lines: `! <first rank> <base64 token> <base64 token> …`. */
function tokensOf(lines) {
  const tokens = [];
  for (const line of lines.split('\n').filter(Boolean)) {
    const [, first, ...encoded] = line.split(' ');
    encoded.forEach((token, i) => (tokens[Number(first) + i] = Buffer.from(token, 'base64')));
  }
  return tokens;
}

/** Returns what was made, or nothing when the output is fresh. */
export async function generateRanks() {
  if (await isFresh([output], [input, fileURLToPath(import.meta.url)])) return;
  const { bpe_ranks: lines } = require(input);
  const tokens = tokensOf(lines);
  for (let rank = 0; rank < tokens.length; rank++) {
    const length = tokens[rank]?.length ?? 0;
    if (length < 1 || length > 255)
      throw new Error(`Rank ${rank} has a token of ${length} bytes; the format holds 1 to 255.`);
  }
  await write(output, Buffer.concat(tokens.flatMap((token) => [Buffer.from([token.length]), token])));
  return output.slice(root.length);
}
