/**
 * A model as a test of it finds it: what it can do is said here, and it answers the test's own questions so. The one rule:
 * it reads the request alone, as a server would.
 */
import { agentReply, inProtocol, promptText, protocolOf } from './model-server-agent.ts';
import { refuse, reply, type ReplyOptions } from './model-server-replies.ts';
import type { Behaviour, Exchange } from './model-server.ts';

export interface Abilities {
  /** How it calls tools, when it is asked in that way. */
  readonly tools?: 'native' | 'json' | 'text' | 'none';
  /** What the server does with tools that it cannot take: refuse them, or drop them silently. */
  readonly refuses?: boolean;
  /** Sees pictures; else the server refuses them, or the model says something all the same. */
  readonly sees?: 'yes' | 'refuses' | 'guesses';
  readonly more?: Omit<ReplyOptions, 'text' | 'calls'>;
}

/** Of the pictures that the test shows, by the first pixel's strongest channel. */
function colourIn({ body }: Exchange): string | null {
  const data = /data:image\/png;base64,([A-Za-z0-9+/=]+)/.exec(JSON.stringify(body))?.[1];
  if (data === undefined) return null;
  const png = Buffer.from(data, 'base64');
  const at = png.indexOf('IDAT') + 4 + 7 + 1; // the stream's head, the block's head, the filter
  const [red = 0, green = 0, blue = 0] = png.subarray(at, at + 3);
  if (red > 128 && green > 128) return 'yellow';
  return red > green && red > blue ? 'red' : green > blue ? 'green' : 'blue';
}

export function probedModel({ tools = 'native', refuses = true, sees = 'yes', more = {} }: Abilities = {}): Behaviour {
  return (exchange, wire) => {
    const colour = colourIn(exchange);
    const way = protocolOf(exchange);
    const asked = promptText(exchange).includes('Dover');
    const answer = (text: string) => reply({ ...more, text })(exchange, wire);
    if (colour !== null) {
      if (sees === 'refuses') return refuse(400, 'image_url is only supported by certain models')(exchange, wire);
      return answer(sees === 'yes' ? `It is ${colour}.` : 'It could be red, or blue.');
    }
    if (!asked) return answer('one, two, three, four, five, six, seven, eight, nine, ten');
    if (way === tools) {
      const call = { name: 'read_tide_gauge', arguments: { reasoning: 'It knows.', harbour: 'Dover' } };
      return agentReply((seen) => inProtocol({ calls: [call] }, seen), more)(exchange, wire);
    }
    if (refuses && way === 'native') return refuse(400, 'test-model does not support tools')(exchange, wire);
    if (refuses && way === 'json') return refuse(400, 'response_format is not supported')(exchange, wire);
    return answer('The water is quite high.');
  };
}
