import { Keyboard } from '@capacitor/keyboard'

/** Scrolls the focused field into view when the keyboard has covered a part of the page. */
export function showFocusedField(): void {
  void Keyboard.addListener('keyboardDidShow', () =>
    document.activeElement?.scrollIntoView({ block: 'center', behavior: 'instant' }),
  )
}
