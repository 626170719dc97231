/** Prevents layout shifts. */
export function Placeholder() {
  return (
    <div className="placeholder" aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  );
}
