import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** The tokens as written: each colour has a value for both themes. */
const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const OKLCH = /oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g

const clip = (value: number) => Math.min(1, Math.max(0, value))

/** The relative luminance of an oklch colour on sRGB (WCAG 2). */
function luminance([l, c, h]: [number, number, number]): number {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const L = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const M = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const S = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = clip(4.0767416621 * L - 3.3077115913 * M + 0.2309699292 * S)
  const green = clip(-1.2684380046 * L + 2.6097574011 * M - 0.3413193965 * S)
  const blue = clip(-0.0041960863 * L - 0.7034186147 * M + 1.707614701 * S)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function token(name: string, theme: 'light' | 'dark'): number {
  const line = new RegExp(`--color-${name}: ([^;]+);`).exec(css)?.[1]
  if (!line) throw new Error(`no token ${name}`)
  const colors = [...line.matchAll(OKLCH)].map(
    ([, l, c, h]) => [Number(l), Number(c), Number(h)] as [number, number, number],
  )
  const color = theme === 'dark' ? colors.at(-1) : colors[0]
  if (!color) throw new Error(`${name} is no oklch colour`)
  return luminance(color)
}

function contrast(one: string, other: string, theme: 'light' | 'dark'): number {
  const [low, high] = [token(one, theme), token(other, theme)].toSorted((a, b) => a - b)
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05)
}

const BACKGROUNDS = ['paper', 'surface', 'sunken']
/** Text colours and their backgrounds. */
const TEXTS: [text: string, backgrounds: string[]][] = [
  ['ink', [...BACKGROUNDS, 'brand-tint', 'sun-tint', 'good-tint', 'bad-tint']],
  ['soft', BACKGROUNDS],
  ['brand-text', [...BACKGROUNDS, 'brand-tint', 'brand-tint-strong']],
  ['sun-text', ['surface', 'paper', 'sun-tint']],
  ['good', ['surface', 'paper', 'good-tint']],
  ['bad', ['surface', 'paper', 'bad-tint']],
  ['on-brand', ['brand', 'brand-strong']],
  ['on-bad', ['bad-fill']],
  ['on-sun', ['sun']],
  ['on-deep', ['deep', 'deep-end']],
  ['on-deep-soft', ['deep', 'deep-end']],
  ['paper', ['ink']],
]
/** Colours of borders, focus rings and chart bars, and their backgrounds. */
const SHAPES: [shape: string, backgrounds: string[]][] = [
  ['edge', ['surface', 'paper']],
  ['focus', BACKGROUNDS],
  ['sun', ['deep', 'deep-end']],
  ...[1, 2, 3, 4, 5, 6].map((n): [string, string[]] => [`series-${n}`, ['surface']]),
]

describe('tokens.css', () => {
  test.each(['light', 'dark'] as const)('every text has a contrast of 4.5, %s', (theme) => {
    const weak = TEXTS.flatMap(([text, backgrounds]) =>
      backgrounds
        .map((background) => ({ text, background, ratio: contrast(text, background, theme) }))
        .filter(({ ratio }) => ratio < 4.5),
    )
    expect(weak).toEqual([])
  })

  test.each(['light', 'dark'] as const)(
    'every border and graphic has a contrast of 3, %s',
    (theme) => {
      const weak = SHAPES.flatMap(([shape, backgrounds]) =>
        backgrounds
          .map((background) => ({ shape, background, ratio: contrast(shape, background, theme) }))
          .filter(({ ratio }) => ratio < 3),
      )
      expect(weak).toEqual([])
    },
  )

  test('the contrast formula gives 21 for black on white and 1 for equal colours', () => {
    expect((luminance([1, 0, 0]) + 0.05) / (luminance([0, 0, 0]) + 0.05)).toBeCloseTo(21, 1)
    expect(contrast('brand', 'brand', 'light')).toBe(1)
  })
})
