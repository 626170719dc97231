import type { ComponentProps } from 'react';
import { t } from '../strings/shell.ts';
import { Icon } from './icons.tsx';

export { Button } from '../../ui/button.tsx';

interface QuietButtonProps extends ComponentProps<'button'> {
  readonly look?: 'edged' | 'link' | 'round' | 'pill';
}

export function QuietButton({ look, ...rest }: QuietButtonProps) {
  return <button type="button" className={look === undefined ? 'quiet' : `quiet ${look}`} {...rest} />;
}

export function CloseButton(props: ComponentProps<'button'>) {
  return (
    <QuietButton look="round" {...props}>
      <Icon name="close" />
    </QuietButton>
  );
}

export function BackButton(props: ComponentProps<'button'>) {
  return (
    <QuietButton look="round" aria-label={t.back} title={t.back} {...props}>
      <Icon name="back" />
    </QuietButton>
  );
}
