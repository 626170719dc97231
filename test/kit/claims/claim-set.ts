/** Made claims over real pages: each with the page, the quote it cites and whether it is faithful. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { checkQuotes } from '../../../src/lib/pipeline/cite/check-quotes.ts';
import { openSource } from '../../../src/lib/pipeline/cite/source.ts';
import { checkClaims, type Mismatch } from '../../../src/lib/pipeline/claims/check-claims.ts';
import { FLIPS, listNames } from './claim-flips.ts';
import { PARAPHRASES } from './claim-paraphrases.ts';
import { createChance, type Chance } from './claim-random.ts';

const ROOT = new URL('../../../', import.meta.url);
const DEVELOPMENT = new URL('../shared/data/pages-dev/ground-truth/', ROOT);
const GOLDEN = new URL('test/fixtures/pages/', ROOT);

interface Page {
  readonly title: string;
  readonly text: string;
  readonly sentences: readonly string[];
}

export interface MadeClaim {
  readonly kind: string;
  readonly isFlip: boolean;
  readonly sentence: string;
  readonly claim: string;
  readonly quote: string;
  readonly page: Page;
}

/** The development pages where they lie beside the project, the golden pages always. */
export function loadPages(): readonly Page[] {
  const golden = readdirSync(GOLDEN).map((name) => {
    const text = readFileSync(new URL(`${name}/expected.md`, GOLDEN), 'utf8');
    return toPage(/^# (.+)$/m.exec(text)?.[1] ?? '', text);
  });
  const marked = existsSync(DEVELOPMENT)
    ? readdirSync(DEVELOPMENT).map((name) => {
        const truth = JSON.parse(readFileSync(new URL(name, DEVELOPMENT), 'utf8')) as {
          title?: string;
          main_content: string;
        };
        return toPage(truth.title ?? '', truth.main_content);
      })
    : [];
  return [...golden, ...marked].filter(({ sentences }) => sentences.length > 0);
}

/** English sentences of running text, of one line and without markup. */
function toPage(title: string, text: string): Page {
  const sentences = text
    .split('\n')
    .flatMap((line) => line.split(/(?<=[a-z0-9)%]\.) (?=[A-Z])/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => {
      const words = sentence.split(/\s+/).length;
      return (
        words >= 8 &&
        words <= 40 &&
        /^[A-Z][^[\]*_`<>|#\\~"“”:?!]+\.$/.test(sentence) &&
        !/[\w)]{3,} ?\.\s/.test(sentence) &&
        /\b(?:the|of|and|is|to|a)\b/.test(sentence) &&
        !/\b(?:und|les|los|het)\b/.test(sentence)
      );
    });
  return { title, text, sentences: [...new Set(sentences)] };
}

/** `perKind` of each kind, each with a quote that the page has once, or as many as the pages give. */
export function makeClaims(pages: readonly Page[], seed: number, perKind: number): readonly MadeClaim[] {
  const chance = createChance(seed);
  const all = pages.flatMap((page) => page.sentences.map((sentence) => ({ page, sentence })));
  const names = new Map(pages.map((page) => [page, listNames(page.text)]));
  const others = pages.flatMap((page) => names.get(page) ?? []);
  const made: MadeClaim[] = [];
  for (const [kind, flip] of Object.entries(FLIPS))
    made.push(
      ...gather(kind, true, all, chance, perKind, ({ sentence, page }) => {
        const said = chance.happens(0.4) ? paraphrase(sentence, chance, 1) : sentence;
        const own = names.get(page) ?? [];
        return flip(said ?? sentence, chance, chance.happens(0.5) && own.length > 3 ? own : others);
      }),
    );
  for (const [kind, say] of Object.entries(PARAPHRASES))
    made.push(
      ...gather(kind, false, all, chance, perKind, ({ sentence }) => {
        const said = say(sentence, chance);
        return said === null ? null : chance.happens(0.5) ? (paraphrase(said, chance, 2) ?? said) : said;
      }),
    );
  return made;
}

interface Candidate {
  readonly page: Page;
  readonly sentence: string;
}

function gather(
  kind: string,
  isFlip: boolean,
  all: readonly Candidate[],
  chance: Chance,
  most: number,
  say: (candidate: Candidate) => string | null,
): readonly MadeClaim[] {
  const made: MadeClaim[] = [];
  const seen = new Set<string>();
  for (let tries = 0; tries < all.length * 2 && made.length < most; tries += 1) {
    const candidate = chance.pick(all);
    if (seen.has(candidate.sentence)) continue;
    const claim = say(candidate)?.replace(/\s+/g, ' ').trim();
    if (claim === undefined || claim === candidate.sentence) continue;
    seen.add(candidate.sentence);
    const quote = pickQuote(candidate.sentence, chance);
    if (candidate.page.text.split(quote).length === 2) made.push({ kind, isFlip, ...candidate, claim, quote });
  }
  return made;
}

function paraphrase(sentence: string, chance: Chance, most: number): string | null {
  let said: string | null = null;
  for (let i = 0; i < most; i += 1) said = chance.pick(Object.values(PARAPHRASES))(said ?? sentence, chance) ?? said;
  return said;
}

function pickQuote(sentence: string, chance: Chance): string {
  const words = sentence.replace(/\.$/, '').split(/\s+/);
  const length = Math.min(words.length, 4 + Math.floor(chance.next() * 5));
  const from = Math.floor(chance.next() * (words.length - length + 1));
  return words
    .slice(from, from + length)
    .join(' ')
    .replace(/^[^\p{L}\p{N}$€£]+|[^\p{L}\p{N}%]+$/gu, '');
}

export interface Judged extends MadeClaim {
  readonly mismatches: readonly Mismatch[];
}

/** As the product checks an answer that makes the claims one after another. Quotes that are not found are left out. */
export async function judgeClaims(claims: readonly MadeClaim[]): Promise<readonly Judged[]> {
  const judged: Judged[] = [];
  for (const page of new Set(claims.map((claim) => claim.page))) {
    const own = claims.filter((claim) => claim.page === page);
    const source = openSource(page.text, 'en');
    for (let i = 0; i < own.length; i += 50) {
      const batch = own.slice(i, i + 50);
      const answer = batch.map(({ claim, quote }) => `- ${claim.replace(/\.$/, '')} [${quote}](#).`).join('\n');
      const checked = await checkQuotes(answer, [source], { form: 'links' });
      const places = checked.map(({ start, end, alignment }) => ({ start, end, place: alignment.place }));
      const found = await checkClaims(answer, places, [{ source, known: page.title, language: 'en' }]);
      if (checked.length !== batch.length) throw new Error('A claim has not its one quote.');
      for (const [k, claim] of batch.entries())
        if (places[k]?.place) judged.push({ ...claim, mismatches: found[k] ?? [] });
    }
  }
  return judged;
}
