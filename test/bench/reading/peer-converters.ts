/** Two other ways from a page to Markdown, to be measured beside ours: Defuddle's, and turndown with tables. */
import Defuddle from 'defuddle/full';
import TurndownService from 'turndown';
import { gfm } from 'turndown-plugin-gfm';

declare global {
  var __defuddleMarkdown: (() => string) | undefined;
  var __turndownMarkdown: (() => string) | undefined;
}

globalThis.__defuddleMarkdown = () => new Defuddle(document, { markdown: true }).parse().content;

globalThis.__turndownMarkdown = () => {
  const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
  service.use(gfm);
  service.remove(['script', 'style']);
  return service.turndown(document.body.innerHTML);
};
