/* global document, ClipboardEvent, DataTransfer, File */
/**
 * Pictures of pictures: brought, read, corrected and quoted. The rule: what is read is drawn here and really read; only the
 * model's words are a script.
 */
import { NARROW, SLIM, WIDE } from './studio.mjs';

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
const CODE = {
  name: 'code.png',
  width: 900,
  height: 420,
  ground: '#1d2428',
  font: 'monospace',
  lines: [
    ['function closures(readings) {', 24, '#e7edee', 40, 70],
    ['    return readings', 24, '#e7edee', 40, 110],
    ['        .filter((metres) => metres > 3.36)', 24, '#e7edee', 40, 150],
    ['        .map((metres) => metres - 0.09);', 24, '#e7edee', 40, 190],
    ['}', 24, '#e7edee', 40, 230],
  ],
};
const BLANK = { name: 'blank.png', width: 800, height: 300, ground: '#dfe7e4', lines: [] };

/** Runs in the panel: draws the picture and pastes it. */
function paste({ name, width, height, ground, font = 'sans-serif', lines }) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  for (const [text, size, colour, x, y] of lines) {
    context.fillStyle = colour;
    context.font = `${size}px ${font}`;
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

export function pictureScreenshots({ x, over, shoot, server, kit, setModel, page, elsewhere }) {
  const { agentReply, button, command } = kit;
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

  async function brought() {
    await over(page, async (panel) => {
      await bring(panel, BOARD);
      await shoot('picture-brought', panel);
      await shoot('picture-brought-slim', panel, SLIM);
    });
  }

  async function readAndCorrected() {
    await over(page, async (panel) => {
      await read(panel, BOARD);
      await panel.locator('.picture-frame img').waitFor();
      await shoot('picture-read', panel);
      await shoot('picture-read-slim', panel, SLIM);
      await shoot('picture-read-wide', panel, WIDE);
      await button(panel, 'Next doubtful word').click();
      await panel.locator('.picture-ground rect').waitFor();
      await shoot('picture-doubtful', panel);
      await panel.keyboard.type('about 3.38');
      await button(panel, 'Undo changes').waitFor();
      await shoot('picture-corrected', panel);
    });
    await over(page, async (panel) => {
      await read(panel, CODE);
      await shoot('picture-code', panel);
    });
    await over(page, async (panel) => {
      await read(panel, BLANK);
      await panel.getByText('No text could be read').waitFor();
      await shoot('picture-blank', panel);
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
      await shoot('picture-asked', panel);
      await panel
        .getByText(/^Worked /)
        .last()
        .click();
      await shoot('picture-asked-steps', panel, WIDE);
      await panel
        .getByText(/^Worked /)
        .last()
        .click();
      await x.look(panel, { scheme: 'light', width: NARROW, height: 760 });
      await panel.getByRole('button', { name: /^Quote 1/ }).click();
      await panel.locator('dialog rect').first().waitFor();
      await shoot('picture-quoted', panel);
      await shoot('picture-quoted-slim', panel, SLIM);
      await panel.keyboard.press('Escape');
    });
  }

  async function withoutAccess() {
    await over(page, async (panel, tab) => {
      await panel.getByText('Estimate:').waitFor();
      await command(panel, 'Capture area');
      await panel.getByText('Drag over the page').waitFor();
      await shoot('picture-choosing', panel);
      await panel.keyboard.press('Escape');
      await panel.getByText('Drag over the page').waitFor({ state: 'detached' });
      await tab.goto(elsewhere); // another site: the access of one click ends
      await button(panel, 'Add and do').click();
      await button(panel, 'Capture area').and(panel.locator('[aria-disabled="true"]')).press('Enter');
      await panel.getByText('can always be read').waitFor();
      await shoot('picture-no-access', panel);
      await shoot('picture-no-access-slim', panel, SLIM);
      await button(panel, 'Add and do').click();
      await shoot('picture-menu', panel);
      await panel.keyboard.press('Escape');
      await panel.getByText('Dismiss', { exact: true }).click();
    });
  }

  return { brought, readAndCorrected, quoted, withoutAccess };
}
