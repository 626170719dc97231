import type { ComponentProps } from 'react';

interface QuietButtonProps extends ComponentProps<'button'> {
  readonly look?: 'edged' | 'round';
}

export function QuietButton({ look, ...rest }: QuietButtonProps) {
  return <button type="button" className={look === undefined ? 'quiet' : `quiet ${look}`} {...rest} />;
}
