/** A thread says each thing once: what replies quote of the posts before them at length is left out. */
import { expect, test } from 'vitest';
import { markBlocks } from '../../../../../src/lib/pipeline/page/read/blocks/blocks.ts';
import { leaveOutQuotes } from '../../../../../src/lib/pipeline/page/read/blocks/quotes.ts';
import { runAtOnce } from '../../../../kit/base/run-at-once.ts';
import { documentOf } from '../kit.ts';

function read(html: string, isSelected = (_text: string): boolean => true): string {
  const blocks = runAtOnce(markBlocks(documentOf(html).body));
  const selected = new Set([...blocks.keys()].filter((at) => isSelected(blocks[at]?.text ?? '')));
  const kept = runAtOnce(leaveOutQuotes(blocks, selected));
  return blocks.flatMap(({ text }, at) => (kept.has(at) ? [text.trim()] : [])).join('\n');
}

const first =
  'The pump of our old boat runs all night, although the hull is dry and the float of its switch hangs free in the air, as it did in the days when all was well.';
const second =
  'We have taken the switch apart twice, cleaned it with vinegar, and found neither rust nor a broken wire.';
const opening = `<div class="post"><p>${first}</p><p>${second}</p></div>`;
const reply = (quote: string, answer = 'Look at the fuse.'): string =>
  `<div class="post"><blockquote>${quote}</blockquote><p>${answer}</p></div>`;

test('what a reply quotes at length of a post before it is read once, and who is quoted stays', () => {
  const quoted = `<p><b>Ada wrote:</b></p><p>${first.toUpperCase()}</p><div><p>“${second}”</p></div>`;
  const text = read(`${opening}${reply(quoted)}${reply(`<blockquote><p>${first}</p></blockquote>`, 'Or the relay.')}`);
  expect(text).toBe([first, second, 'Ada wrote:', 'Look at the fuse.', 'Or the relay.'].join('\n'));
});

test.each([
  [
    'of a sentence that is answered',
    `${opening}${reply('<p>the hull is dry and the float of its switch hangs free</p>')}`,
  ],
  [
    'from elsewhere',
    `${opening}${reply('<p>A bilge pump that never rests has a float switch that is stuck, says the manual of every maker, on its first page.</p>')}`,
  ],
  [
    'that goes on otherwise than the post',
    `${opening}${reply(`<p>${first.slice(0, 100)} above the water, and nobody has touched it since</p>`)}`,
  ],
  ['of what comes after it', `${reply(`<p>${first}</p>`)}${opening}`],
  ['that is all a post is in', `<blockquote><p>${first}</p></blockquote><blockquote><p>${first}</p></blockquote>`],
  ['of numbered steps', `${opening}${reply(`<ol><li>${first}</li><li>${second}</li></ol>`)}`],
])('a quotation %s stays', (_, html) => {
  expect(read(html)).toBe(read(html.replaceAll('blockquote', 'section')));
});

test('a quotation stays where the post that it is of is left out', () => {
  const html = `<p>Before: ${first}</p>${reply(`<p>${first}</p>`)}`;
  expect(read(html, (text) => !text.startsWith('Before'))).toBe(`${first}\nLook at the fuse.`);
});
