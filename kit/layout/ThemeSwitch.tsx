import { useState } from 'react'
import { SegmentedControl } from '#kit/form/SegmentedControl.tsx'
import { chooseTheme, storedTheme, type Theme } from '#kit/style/theme.ts'

const OPTIONS = [
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Oscuro' },
  { value: 'system', label: 'Auto' },
] as const

/** Selects the light, dark or system theme, and stores the choice. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(storedTheme)
  const choose = (chosen: Theme) => {
    chooseTheme(chosen)
    setTheme(chosen)
  }
  return <SegmentedControl label="Colores" options={OPTIONS} value={theme} onChange={choose} />
}
