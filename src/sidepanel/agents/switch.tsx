/** A checkbox, for keyboard and screen readers. */

interface SwitchProps {
  readonly label: string;
  readonly on: boolean;
  readonly change: (on: boolean) => void;
}

export function Switch({ label, on, change }: SwitchProps) {
  return (
    <input
      type="checkbox"
      role="switch"
      className="switch"
      aria-label={label}
      title={label}
      checked={on}
      onChange={({ target }) => change(target.checked)}
    />
  );
}
