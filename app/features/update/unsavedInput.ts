const typed = new Set<WeakRef<Element>>()

/** Remembers each field into which something is typed, until it leaves the document. */
export function watchTypedText(): void {
  document.addEventListener('input', ({ target }) => {
    if (target instanceof Element) typed.add(new WeakRef(target))
  })
}

/** Whether the document has a field into which something was typed and that is not empty again. */
export function hasTypedText(): boolean {
  for (const reference of typed) {
    const field = reference.deref()
    if (!field?.isConnected) typed.delete(reference)
    else if (!('value' in field) || field.value !== '') return true
  }
  return false
}
