/** The fields into which something was typed. */
const typed = new Set<WeakRef<Element>>()

/** Calls back at each key, and remembers the field until it leaves the document. */
export function watchTypedText(onInput: () => void): void {
  document.addEventListener('input', ({ target }) => {
    if (target instanceof Element) typed.add(new WeakRef(target))
    onInput()
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
