import { useEffect, useState } from 'react'
import { SegmentedControl } from '#kit/form/SegmentedControl.tsx'
import { chooseTheme, storedTheme, THEME_CHOSEN, type Theme } from '#kit/style/theme.ts'

const OPTIONS = [
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Oscuro' },
  { value: 'system', label: 'Auto' },
] as const

/** Selects the light, dark or system theme, and stores the choice. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(storedTheme)
  // It may be chosen elsewhere: by a command.
  useEffect(() => {
    const show = (event: Event) => setTheme((event as CustomEvent<Theme>).detail)
    document.addEventListener(THEME_CHOSEN, show)
    return () => document.removeEventListener(THEME_CHOSEN, show)
  }, [])
  return <SegmentedControl label="Colores" options={OPTIONS} value={theme} onChange={chooseTheme} />
}
