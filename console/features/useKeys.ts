import { useEffect, useEffectEvent } from 'react'

/** What takes the keys itself: a field, an open dialog or sheet. */
const TYPING =
  'input:not([type=checkbox]), select, textarea, [contenteditable], dialog, [role=dialog], [role=alertdialog]'
const DIALOG = 'dialog[open], [role=dialog], [role=alertdialog]'

/** Keys by `KeyboardEvent.key`: what each does, in Spanish, and the function that does it. */
type Keys = Readonly<Record<string, { label: string; run: () => void }>>

/** The keys of the components that are mounted. */
const mounted = new Set<() => Keys>()

/** The keys that work now, with what each does. */
export const keysNow = (): [key: string, label: string][] =>
  [...mounted].flatMap((read) => Object.entries(read()).map(([key, { label }]) => [key, label]))

/** Keys of the screen, while nothing is typed, no dialog is open and no modifier is held. */
export function useKeys(keys: Keys): void {
  const read = useEffectEvent(() => keys)
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, altKey, metaKey, defaultPrevented } = event
    const action = keys[key]
    // On a Spanish keyboard AltGr writes brackets, which Windows reports as Ctrl and Alt.
    const isHeld = metaKey || ((ctrlKey || altKey) && !event.getModifierState('AltGraph'))
    if (!action || isHeld || defaultPrevented) return
    if ((target instanceof Element && target.closest(TYPING)) || document.querySelector(DIALOG))
      return
    event.preventDefault()
    action.run()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event)
    const readKeys = () => read()
    mounted.add(readKeys)
    document.addEventListener('keydown', onKey)
    return () => {
      mounted.delete(readKeys)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
}
