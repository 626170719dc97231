/** `open_link`: always needs approval, since an address can leak what was read; never repeated. */
import { USER_LABELS } from '../../agent/frames/frames.ts';
import { getTextArg, ToolError, getWebOrigin, type Tool } from '../../agent/tool-calls/index.ts';
import { createDefinition, createTextProperty, createUrlDeparture } from '../definition.ts';
import { parseUrl } from '../../base/urls.ts';

export const openLink: Tool = {
  definition: createDefinition({
    name: 'open_link',
    title: 'Open a link',
    description:
      'Open a web address for the person in a new tab. They are asked first. Use it only when they want to see another page.',
    properties: {
      url: createTextProperty(2000, 'A whole address that begins with https:// or http://.'),
    },
    required: ['url'],
    examples: [{ input: { url: 'https://example.org/guide' }, description: 'the guide that the page links to' }],
    promises: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  }),
  tier: 'write',
  getDestination: ({ url }) => getWebOrigin(url),
  getDeparture: ({ url }) =>
    typeof url === 'string' && getWebOrigin(url) !== '' ? createUrlDeparture(new URL(url).href) : null,
  timeoutMs: 10_000,
  async run(args, { ports, signal }) {
    const url = parseWebAddress(getTextArg(args, 'url'));
    await ports.tabs.open(url, signal);
    return {
      name: 'link',
      payload: 'link',
      message: 'Opened {url} in a new tab.',
      metadata: { url },
      objects: [],
      structured: { url },
      labels: USER_LABELS,
    };
  },
};

function parseWebAddress(text: string): string {
  const url = parseUrl(text);
  if (url && (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === '')
    return url.href;
  throw new ToolError(
    {
      code: 'tool.bad-address',
      message: `${text.slice(0, 80)} is no web address.`,
      hint: 'Give a whole address that begins with https:// or http://.',
    },
    true,
  );
}
