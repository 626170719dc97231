/* global document, ClipboardEvent, DataTransfer, File */
/**
 * Pictures of pictures: read and quoted. The rule: what is read is drawn here and really read; only the
 * model's words are a script.
 */
import { NARROW } from './studio.mjs';

const QUESTION = 'When does the barrier close on Friday, and who decides?';
const ANSWER = `On Friday the gates close at **04:15** [Friday 04:15](#). The harbour master decides, two hours before [decides two hours before high water](#).`;

/** Lines as [text, size, colour, x, y]. */
const BOARD = {
  name: 'board.png',
  width: 1040,
  height: 620,
  ground: '#fdfcf7',
  lines: [
    ['Merrow Quay flood barrier', 40, '#102a30', 48, 84],
    ['Closures of this week', 26, '#4a5a60', 48, 136],
    ['Tuesday 02:40', 28, '#102a30', 48, 216],
    ['3.38 m', 28, '#102a30', 420, 216],
    ['Wednesday 03:05', 28, '#102a30', 48, 268],
    ['3.41 m', 28, '#102a30', 420, 268],
    ['Friday 04:15', 28, '#102a30', 48, 320],
    ['3.52 m', 28, '#102a30', 420, 320],
    ['The harbour master decides two hours before high water.', 26, '#102a30', 48, 416],
    ['Ships over 60 metres wait at the outer mooring.', 26, '#102a30', 48, 460],
    ['Vidg. 4/b: Grtlw & Söhne, Pontoon Nº 7½', 15, '#8f9c9c', 48, 560],
  ],
};
/** Runs in the panel: draws the picture and pastes it. */
function paste({ name, width, height, ground, lines }) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  for (const [text, size, colour, x, y] of lines) {
    context.fillStyle = colour;
    context.font = `${size}px sans-serif`;
    context.fillText(text, x, y);
  }
  return new Promise((resolve) =>
    canvas.toBlob((blob) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([blob], name, { type: 'image/png' }));
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      resolve();
    }),
  );
}

export function pictureScreenshots({ x, over, shoot, server, kit, setModel, page }) {
  const { agentReply, button } = kit;
  const says = (panel, words) => panel.getByRole('status').filter({ hasText: words }).first().waitFor();

  async function bring(panel, picture) {
    await panel.getByText('Estimate:').waitFor();
    await panel.evaluate(paste, picture);
    await panel.locator('.picture-chips img').waitFor();
  }
  async function read(panel, picture) {
    await bring(panel, picture);
    await button(panel, 'Read its text').click();
    await says(panel, 'Text ready');
  }

  async function wasRead() {
    await over(page, async (panel) => {
      await read(panel, BOARD);
      await panel.locator('.picture-frame img').waitFor();
      await shoot('picture-read', panel);
    });
  }

  async function quoted() {
    await setModel({});
    server.respond((exchange) => agentReply(() => ({ text: ANSWER }), {}, exchange));
    await over(page, async (panel) => {
      await bring(panel, BOARD);
      const box = panel.getByRole('textbox', { name: 'Ask about this page' });
      await box.fill(QUESTION);
      await box.press('Enter');
      await says(panel, 'Answer ready');
      await x.look(panel, { scheme: 'light', width: NARROW, height: 760 });
      await panel.getByRole('button', { name: /^Quote 1/ }).click();
      await panel.locator('dialog rect').first().waitFor();
      await shoot('picture-quoted', panel);
      await panel.keyboard.press('Escape');
    });
  }

  return { wasRead, quoted };
}
