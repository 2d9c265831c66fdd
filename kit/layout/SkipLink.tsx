/** The first stop of the keyboard: past bar and menu, to the content. */
export function SkipLink() {
  return (
    <button
      type="button"
      // The address's hash is the router's, so no plain `#content` link.
      onClick={() => document.getElementById('content')?.focus()}
      className="fixed top-2 left-2 z-50 min-h-12 -translate-y-24 rounded-control bg-brand px-5 font-semibold text-on-brand focus-visible:translate-y-0"
    >
      Ir al contenido
    </button>
  )
}
