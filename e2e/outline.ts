import type { Page } from 'playwright-core'

const LANDMARKS_AND_CONTROLS =
  'banner complementary contentinfo form main navigation region search button checkbox combobox link radio searchbox slider spinbutton switch tab textbox heading img alert status'.split(
    ' ',
  )
/** A group without a name tells nothing. */
const GROUPS = 'dialog alertdialog figure group list radiogroup tablist table'.split(' ')

/** Indentation, role, and its name with the states in brackets; what follows is text inside. */
const TREE_LINE = /^( *)- '?([a-z]+)((?: "(?:[^"\\]|\\.)*")?(?: \[[^\]]*\])*)/
/** A number, except the level of a heading. */
const FIGURE = /(?<!level=)\d+(?:[.,:/]\d+)*/g

/**
 * What a screen reader announces of a page when it moves by headings, landmarks and controls: their
 * roles, names and states. Figures are drawn as `#`, and equal neighbours once, so that the outline
 * does not change with the data.
 */
export async function outline(page: Page): Promise<string> {
  const lines: string[] = []
  /** The depths in the whole tree of the kept lines around the current one. */
  const around: number[] = []
  /** The texts of the siblings at each depth. */
  const seen: Set<string>[] = []
  for (const line of (await page.locator('body').ariaSnapshot()).split('\n')) {
    const [, indent = '', role = '', rest = ''] = TREE_LINE.exec(line) ?? []
    if (role === '') continue
    while (around.length > 0 && (around.at(-1) ?? 0) >= indent.length) around.pop()
    const isKept =
      LANDMARKS_AND_CONTROLS.includes(role) || (GROUPS.includes(role) && rest.includes('"'))
    if (!isKept) continue
    const depth = around.length
    around.push(indent.length)
    const text = `${role}${rest.replace(FIGURE, '#')}`
    seen.length = depth + 1
    const siblings = (seen[depth] ??= new Set())
    if (siblings.has(text)) continue
    siblings.add(text)
    lines.push(`${'  '.repeat(depth)}${text}`)
  }
  return lines.join('\n')
}
