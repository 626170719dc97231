/** The shape of what is coming, so that nothing jumps when it comes. */
export function Placeholder() {
  return (
    <div className="placeholder" aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  );
}
