import type { Page } from 'playwright-core'

const LANDMARKS = [
  'banner',
  'complementary',
  'contentinfo',
  'form',
  'main',
  'navigation',
  'region',
  'search',
]
const CONTROLS = [
  'button',
  'checkbox',
  'combobox',
  'link',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
]
const GROUPS = [
  'dialog',
  'alertdialog',
  'figure',
  'group',
  'list',
  'radiogroup',
  'tablist',
  'table',
]

/** Indentation, role, and its name with the states in brackets; what follows is text inside. */
const TREE_LINE = /^( *)- '?([a-z]+)((?: "(?:[^"\\]|\\.)*")?(?: \[[^\]]*\])*)/
/** A number, except the level of a heading. */
const FIGURE = /(?<!level=)\d+(?:[.,:/]\d+)*/g

/** One line of the accessibility tree: its role with name and states. */
interface TreeLine {
  depth: number
  role: string
  text: string
}

/**
 * What a screen reader announces of a page when it moves by headings, landmarks and controls: their
 * roles, names and states. Figures are drawn as `#`, and equal neighbours once, so that the outline
 * does not change with the data.
 */
export async function outline(page: Page): Promise<string> {
  const kept = [...LANDMARKS, ...CONTROLS, ...GROUPS, 'heading', 'img', 'alert', 'status']
  const lines: TreeLine[] = []
  /** The depths in the whole tree of the kept lines around the current one. */
  const around: number[] = []
  for (const line of (await page.locator('body').ariaSnapshot()).split('\n')) {
    const [, indent = '', role = '', rest = ''] = TREE_LINE.exec(line) ?? []
    if (role === '') continue
    while (around.length > 0 && (around.at(-1) ?? 0) >= indent.length) around.pop()
    const isNamed = rest.includes('"')
    // A group without a name tells nothing.
    if (!kept.includes(role) || (GROUPS.includes(role) && !isNamed)) continue
    lines.push({ depth: around.length, role, text: `${role}${rest.replace(FIGURE, '#')}` })
    around.push(indent.length)
  }
  return withoutRepetitions(lines)
    .map(({ depth, text }) => `${'  '.repeat(depth)}${text}`)
    .join('\n')
}

/** Keeps one of the lines with the same text and depth in a row of siblings. */
function withoutRepetitions(lines: readonly TreeLine[]): TreeLine[] {
  const seen: Set<string>[] = []
  return lines.filter(({ depth, text }) => {
    seen.length = depth + 1
    const siblings = (seen[depth] ??= new Set())
    if (siblings.has(text)) return false
    siblings.add(text)
    return true
  })
}

/**
 * What is wrong with the order and the names of the page: headings that skip a level, landmarks that
 * are missing, repeated or not told apart, controls without a name, and a Tab order against the order
 * in which the controls are drawn.
 */
export async function treeProblems(page: Page): Promise<string[]> {
  const tree = await outline(page)
  const nameless = tree
    .split('\n')
    .filter((line) => CONTROLS.some((role) => new RegExp(`^ *${role}(?![a-z]| ")`).test(line)))
  return [
    ...nameless.map((line) => `no name: ${line.trim()}`),
    ...landmarkProblems(tree),
    ...(await page.evaluate(orderProblems)),
  ]
}

/** @param tree an outline */
function landmarkProblems(tree: string): string[] {
  const landmarks = tree
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => LANDMARKS.some((role) => new RegExp(`^${role}\\b`).test(line)))
  const problems = ['banner', 'main']
    .filter((role) => landmarks.filter((one) => one.startsWith(role)).length !== 1)
    .map((role) => `not one ${role}`)
  const repeated = landmarks.filter((one, place) => landmarks.indexOf(one) !== place)
  return [...problems, ...repeated.map((one) => `landmark twice: ${one}`)]
}

/** Runs in the page. */
function orderProblems(): string[] {
  const problems: string[] = []
  const nameOf = (element: Element) => element.outerHTML.slice(0, 110)
  const visible = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter((one) =>
      one.checkVisibility({ visibilityProperty: true }),
    )
  let level = 0
  for (const heading of visible('h1, h2, h3, h4, h5, h6')) {
    const next = Number(heading.tagName[1])
    if (next > level + 1)
      problems.push(`heading of level ${next} after ${level}: ${nameOf(heading)}`)
    level = next
  }
  const stops = visible(
    'main :is(h2, h3, a[href], button, input, select, textarea, summary, [tabindex="0"])',
  ).filter((one) => one.tabIndex >= 0 || /^H\d$/.test(one.tagName))
  if (visible('[tabindex]').some((one) => one.tabIndex > 0)) problems.push('a tabindex above 0')
  let before: HTMLElement | undefined
  for (const stop of stops) {
    // The map draws its markers where the stations are.
    if (stop.closest('.leaflet-container')) continue
    const drawn = stop.closest('label') ?? stop
    if (before) {
      const one = before.getBoundingClientRect()
      const other = drawn.getBoundingClientRect()
      const isAbove =
        other.bottom <= one.top + 1 && other.right > one.left && other.left < one.right
      const isLeft = other.right <= one.left + 1 && other.bottom > one.top && other.top < one.bottom
      if (isAbove || isLeft)
        problems.push(`${nameOf(drawn)} is drawn before ${nameOf(before)} and read after it`)
    }
    before = drawn
  }
  return problems
}
