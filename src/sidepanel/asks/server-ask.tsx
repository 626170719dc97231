/** The card of what a server of tools asks, by its kind. */
import { FormCard } from './form-card.tsx';
import { SamplingCard } from './sampling-card.tsx';
import type { ServerAskProps } from './server-card.tsx';

export function ServerAsk({ asked, ...props }: ServerAskProps) {
  return asked.kind === 'sampling' ? <SamplingCard {...props} asked={asked} /> : <FormCard {...props} asked={asked} />;
}
