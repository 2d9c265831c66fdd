import { useState } from 'react'
import { SegmentedControl } from '#kit/form/SegmentedControl.tsx'
import { chooseTheme, storedTheme, type Theme } from '#kit/style/theme.ts'

const OPTIONS = [
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Oscuro' },
  { value: 'system', label: 'Auto' },
] as const

/** Light, dark, or as the device is; kept for the next visit. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(storedTheme)
  const choose = (chosen: Theme) => {
    chooseTheme(chosen)
    setTheme(chosen)
  }
  return <SegmentedControl label="Colores" options={OPTIONS} value={theme} onChange={choose} />
}
