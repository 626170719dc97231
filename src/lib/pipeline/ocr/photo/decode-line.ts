/** Decodes what PP-OCR's recognition network says of a line: at each step from left to right, how likely each character is. */

export interface Letter {
  readonly text: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** Middle, as a share of the line's width. */
  readonly at: number;
}

/** Row by row, a step in each; the first of its characters is the blank of CTC. */
interface LineScores {
  readonly data: Float32Array;
  readonly characters: number;
}

/** Trained on Chinese, the network leaves out most spaces, though it sees where they could be: the best of 1, 10, 100, 1000. */
const SPACE_FACTOR = 100;

/** `alphabet`: without the blank, a space last; '' for a character that is not to be read. */
export function decodeLine({ data, characters }: LineScores, alphabet: readonly string[]): readonly Letter[] {
  const steps = Math.floor(data.length / characters);
  const letters: Letter[] = [];
  let last = 0;
  for (let step = 0; step < steps; step += 1) {
    const scores = data.subarray(step * characters, (step + 1) * characters);
    const best = findBest(scores, alphabet);
    if (best !== last && best !== 0)
      letters.push({ text: alphabet[best - 1] ?? '', confidence: scores[best] ?? 0, at: (step + 0.5) / steps });
    last = best;
  }
  return letters;
}

function findBest(scores: Float32Array, alphabet: readonly string[]): number {
  let best = 0;
  let most = scores[0] ?? 0;
  for (let i = 1; i < scores.length; i += 1) {
    const letter = alphabet[i - 1] ?? '';
    if (letter === '') continue;
    const score = letter === ' ' ? SPACE_FACTOR * (scores[i] ?? 0) : (scores[i] ?? 0);
    if (score > most) [best, most] = [i, score];
  }
  return best;
}
