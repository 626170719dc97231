/** A skeleton of the coming content, which prevents layout shifts. */
export function Placeholder() {
  return (
    <div className="placeholder" aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  );
}
