/* global document, MutationObserver, klReport */
/**
 * The panel, read for a terminal. The rule: it tells only what the panel itself shows a user, so that the terminal
 * and the panel never disagree.
 */

/**
 * Runs inside the panel: reports what it shows, now and whenever it changes, through the binding `klReport`.
 * Must stand alone, since it travels as text.
 */
export function watchPanel() {
  /** Rendered Markdown as plain text, one block per line. */
  const plain = (root) => {
    const lines = [];
    const walk = (node, indent) => {
      for (const child of node.children) {
        const name = child.tagName;
        if (/^H[1-6]$/.test(name)) lines.push('', child.textContent);
        else if (name === 'P' || name === 'PRE' || name === 'BLOCKQUOTE') lines.push('', child.textContent);
        else if (name === 'LI') {
          const nested = [...child.children].filter((c) => c.tagName === 'UL' || c.tagName === 'OL');
          const own = [...child.childNodes].filter((c) => !nested.includes(c));
          lines.push(
            `${indent}• ${own
              .map((c) => c.textContent)
              .join('')
              .trim()}`,
          );
          for (const list of nested) walk(list, `${indent}  `);
        } else if (name === 'TR') lines.push([...child.children].map((c) => c.textContent.trim()).join('  |  '));
        else if (child.children.length > 0) walk(child, indent);
        else if (child.textContent !== '') lines.push(child.textContent);
      }
    };
    walk(root, '  ');
    return lines.join('\n').trimStart();
  };
  const textOf = (selector) => document.querySelector(selector)?.textContent?.trim() ?? '';
  const look = () => {
    const article = document.querySelector('article[aria-label="Summary"]');
    const tokens = document.querySelector('[aria-label="Tokens"]');
    const alert = document.querySelector('[role="alert"]');
    return {
      stage: document.querySelector('[data-stage]')?.dataset.stage ?? 'opening',
      button: document.querySelector('.start-actions .button') !== null,
      status: textOf('[role="status"]'),
      text: article ? plain(article) : '',
      steps: [...document.querySelectorAll('.steps li')].map((li) => ({
        state: li.dataset.state ?? '',
        text: [...li.querySelectorAll('.step-name, .step-time, p:not(.preview, dl p)')]
          .map((c) => c.textContent.trim())
          .join(' · '),
      })),
      alert: alert ? [...alert.querySelectorAll('h2, p')].map((p) => p.textContent.trim()) : [],
      note: textOf('main .note'),
      receipt: document.querySelector('.answer-actions .cost') !== null,
      tokens: tokens ? { ...tokens.dataset } : null,
      engine: [...(tokens?.querySelectorAll(':scope > .fine') ?? [])].map((p) => p.textContent).join(' · '),
    };
  };
  let last = '';
  const report = () => {
    const now = JSON.stringify(look());
    if (now !== last) klReport((last = now));
  };
  new MutationObserver(report).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
  report();
}

/** Runs inside the panel: presses the main button. */
export function pressSummarise() {
  document.querySelector('.start-actions .button')?.click();
}

/** Runs inside the panel: opens the receipt. */
export function pressReceipt() {
  document.querySelector('.answer-actions .cost')?.click();
}

/**
 * The part of a growing text that may be printed now. Streamed Markdown changes its mind about its last line only
 * (a pair of stars closes, a line turns out to be a heading), so whole lines are safe and the last one waits.
 */
export function settled(text, ended) {
  return ended ? text : text.slice(0, text.lastIndexOf('\n') + 1);
}

/** What to print so that `printed` becomes `text`; when an earlier line was rewritten, everything again below a mark. */
export function continuation(printed, text) {
  if (text.startsWith(printed)) return text.slice(printed.length);
  return printed.startsWith(text) ? '' : `\n⟲ The text was revised:\n\n${text}`;
}
