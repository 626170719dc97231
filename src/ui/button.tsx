import type { ComponentProps } from 'react';

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: 'small' | 'accent';
}

export function Button({ look, ...rest }: ButtonProps) {
  return <button type="button" className={look === undefined ? 'button' : `button ${look}`} {...rest} />;
}
