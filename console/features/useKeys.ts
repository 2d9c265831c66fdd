import { useEffect, useEffectEvent } from 'react'

/** What takes the keys itself: a field, an open dialog or sheet. */
const TYPING =
  'input:not([type=checkbox]), select, textarea, [contenteditable], dialog, [role=dialog], [role=alertdialog]'
const DIALOG = 'dialog[open], [role=dialog], [role=alertdialog]'

/**
 * Keys of the screen, while nothing is typed, no dialog is open and no modifier is held.
 * @param keys by `KeyboardEvent.key`: what the key does, in Spanish, and the function that does it
 */
export function useKeys(keys: Record<string, { label: string; run: () => void }>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, altKey, metaKey, defaultPrevented } = event
    const action = keys[key]
    if (!action || ctrlKey || altKey || metaKey || defaultPrevented) return
    if ((target instanceof Element && target.closest(TYPING)) || document.querySelector(DIALOG))
      return
    event.preventDefault()
    action.run()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
