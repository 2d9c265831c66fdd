/** The user's choice; `system` follows the device. */
const THEMES = ['light', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]

const THEME_KEY = 'theme'

/** The colours of the browser's toolbar, as in the page's meta tags. */
const THEME_COLORS = { light: '#f8f5ef', dark: '#07151b' } as const

/** The stored choice; `system` when there is none or the storage is forbidden. */
export function storedTheme(): Theme {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem(THEME_KEY)) ?? 'system'
  } catch {
    return 'system'
  }
}

/** Applies a theme: tokens by the root's attribute, the browser's toolbar by the meta tags. */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
  for (const scheme of ['light', 'dark'] as const) {
    const meta = document.querySelector(`meta[name="theme-color"][media*="${scheme}"]`)
    const color = THEME_COLORS[theme === 'system' ? scheme : theme]
    // The browser restyles its toolbar at each change, also to the same colour.
    if (meta?.getAttribute('content') !== color) meta?.setAttribute('content', color)
  }
}

/** The event of the document that a theme was chosen. */
export const THEME_CHOSEN = 'themeChosen'

export function chooseTheme(theme: Theme): void {
  applyTheme(theme)
  document.dispatchEvent(new CustomEvent<Theme>(THEME_CHOSEN, { detail: theme }))
  try {
    localStorage.setItem(THEME_KEY, theme)
  } catch {
    // The storage is forbidden: the theme lasts as long as the page.
  }
}
