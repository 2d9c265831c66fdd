import { SystemBars, SystemBarsStyle } from '@capacitor/core'

/** Keeps the text of the phone's bars readable on the colours of the app's theme. */
export function followTheme(): void {
  const root = document.documentElement
  const apply = () => {
    const { theme } = root.dataset
    const style =
      theme === 'dark'
        ? SystemBarsStyle.Dark
        : theme === 'light'
          ? SystemBarsStyle.Light
          : SystemBarsStyle.Default
    SystemBars.setStyle({ style }).catch(console.warn)
  }
  apply()
  new MutationObserver(apply).observe(root, { attributeFilter: ['data-theme'] })
}
