/** What a person asked for; `system` follows the device. */
export const THEMES = ['light', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]

/** Where the choice is kept, in local storage. */
export const THEME_KEY = 'theme'

/** The bar around the program, as its meta tags say it for each theme. */
export const THEME_COLORS = { light: '#f8f5ef', dark: '#07151b' } as const

/** The kept choice. A storage that is closed to us is one without a choice. */
export function storedTheme(): Theme {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem(THEME_KEY)) ?? 'system'
  } catch {
    return 'system'
  }
}

/** Draws the program in a theme: tokens by the root's attribute, the browser's bar by the metas. */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
  for (const scheme of ['light', 'dark'] as const) {
    document
      .querySelector(`meta[name="theme-color"][media*="${scheme}"]`)
      ?.setAttribute('content', THEME_COLORS[theme === 'system' ? scheme : theme])
  }
}

/** Keeps a choice and draws it. */
export function chooseTheme(theme: Theme): void {
  applyTheme(theme)
  try {
    localStorage.setItem(THEME_KEY, theme)
  } catch {
    // The theme then lasts as long as the page, which is what a closed storage asks for.
  }
}
