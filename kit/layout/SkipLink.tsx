/** The first focusable element: jumps over top bar and menu to the content. */
export function SkipLink() {
  return (
    <button
      type="button"
      // The hash of the address belongs to the router, so a link to `#content` is not possible.
      onClick={() => document.getElementById('content')?.focus()}
      className="fixed top-2 left-2 z-50 min-h-12 -translate-y-24 rounded-control bg-brand px-5 font-semibold text-on-brand focus-visible:translate-y-0"
    >
      Ir al contenido
    </button>
  )
}
