import type { Locator, Page } from 'playwright-core'
import {
  axeViolations,
  horizontalOverflow,
  horizontalOverflowAtDoubleText,
} from '#e2e/browserSession.ts'
import { cutTexts, longAnimations, lostEdges, markFills } from '#e2e/layoutChecks.ts'

/**
 * What is wrong with the screen as it is drawn: axe, small targets, sideways scrolling (also with
 * text at twice its size), its heading, its title, and a way back inside the app.
 * @param screen names the screen in each finding
 */
export async function screenProblems(page: Page, screen: string): Promise<string[]> {
  const problems = [
    ...(await axeViolations(page)),
    ...(await page.evaluate(smallTargets)),
    ...(await page.evaluate(missingLandmarks)),
  ]
  if ((await horizontalOverflow(page)) > 0) problems.push('scrolls sideways')
  if ((await horizontalOverflowAtDoubleText(page)) > 0)
    problems.push('scrolls sideways with text at twice its size')
  return problems.map((problem) => `${screen}: ${problem}`)
}

/**
 * What is wrong with the screen for who needs it otherwise: text at twice its size on a phone of 320
 * and of 360 px, less motion, and forced colours.
 */
export async function narrowProblems(page: Page, screen: string): Promise<string[]> {
  const problems: string[] = []
  const before = page.viewportSize()
  problems.push(...(await page.evaluate(longAnimations)))
  await page.evaluate(markFills)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.evaluate(drawnTwice)
  problems.push(...(await page.evaluate(lostEdges)))
  await page.emulateMedia({ forcedColors: 'none' })
  for (const [width, textSize] of NARROW_VIEWS) {
    await page.setViewportSize({ width, height: 640 })
    await page.evaluate(drawText, textSize)
    if ((await horizontalOverflow(page)) > 0) problems.push(`${width} px: scrolls sideways`)
    const cut = await page.evaluate(cutTexts)
    problems.push(...cut.map((one) => `${width} px, text ${textSize}: ${one}`))
  }
  await page.evaluate(drawText, '')
  if (before) await page.setViewportSize(before)
  return problems.map((problem) => `${screen}: ${problem}`)
}
const NARROW_VIEWS = [
  [320, '100%'],
  [320, '200%'],
  [360, '200%'],
] as const

/** Runs in the page: after two frames a transition that began with the colours has the style of its end. */
async function drawnTwice(): Promise<void> {
  for (let frames = 0; frames < 2; frames++)
    await new Promise((drawn) => requestAnimationFrame(drawn))
}

/**
 * Runs in the page: draws text at a size, also where it is not in sight. The page is laid out anew, as
 * when it is loaded with that size: Chromium leaves lengths in rem of rows that were not drawn as they
 * were.
 */
async function drawText(size: string): Promise<void> {
  for (const row of document.querySelectorAll<HTMLElement>('.list-row'))
    row.style.contentVisibility = size && 'visible'
  document.documentElement.style.fontSize = size
  for (const display of ['none', '']) {
    document.body.style.display = display
    for (let frames = 0; frames < 2; frames++)
      await new Promise((drawn) => requestAnimationFrame(drawn))
  }
}

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 90; presses++) {
    if (await hasFocus(target)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${target.toString()}`)
}
const hasFocus = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement)

/**
 * Presses Tab from the heading to the target, and Shift+Tab back to the start of the main region.
 * Reports a focus that is invisible, covered or out of order, and a target that is not reached.
 */
export async function tabProblems(page: Page, target: Locator, screen: string): Promise<string[]> {
  const problems = new Set<string>()
  const report = (found: string[]) => {
    for (const problem of found) problems.add(`${screen}: ${problem}`)
  }
  await page
    .locator('h1')
    .first()
    .evaluate((heading: HTMLElement) => {
      heading.tabIndex = -1
      heading.focus()
    })
  let presses = 0
  while (presses < 90 && !(await hasFocus(target))) {
    await page.keyboard.press('Tab')
    presses++
    report(await page.evaluate(focusProblems, 'forward' as const))
  }
  if (!(await hasFocus(target)))
    return [`${screen}: the keyboard does not reach ${target.toString()}`]
  for (; presses > 1; presses--) {
    await page.keyboard.press('Shift+Tab')
    report(await page.evaluate(focusProblems, 'back' as const))
  }
  return [...problems]
}

/** Visible controls smaller than 44 px. Links inside running text are exempt (WCAG 2.5.8). */
function smallTargets(): string[] {
  const controls = 'button, a[href], input, select, textarea, summary, [role="tab"], [role="radio"]'
  return [...document.querySelectorAll<HTMLElement>(controls)]
    .filter(
      (target) =>
        target.checkVisibility({ visibilityProperty: true }) &&
        !target.closest('p') &&
        !target.matches('.sr-only, [type="hidden"]'),
    )
    .map((target) => ({
      box: (target.closest('label') ?? target).getBoundingClientRect(),
      name: target.outerHTML.slice(0, 90),
    }))
    .filter(({ box }) => box.width > 1 && (box.height < 43.5 || box.width < 43.5))
    .map(
      ({ name, box }) => `small target ${Math.round(box.width)}x${Math.round(box.height)} ${name}`,
    )
}

/** Of one h1, one main region, a title of the screen's own, and a link or menu that leads on. */
function missingLandmarks(): string[] {
  const problems: string[] = []
  const visible = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
  const headings = visible('h1')
  if (headings.length !== 1) problems.push(`${headings.length} headings of level 1`)
  if (visible('main').length !== 1) problems.push('not one main region')
  if (!/^.{3,} · Surtidor/.test(document.title)) problems.push(`title "${document.title}"`)
  const back = 'a[href$="#/main"], a[href$="#/"], a[href$="#/login"], a[href$="#/home"]'
  const menu = '[aria-label="Abrir el menú"], nav a'
  const signOut = visible('button').some((one) => one.textContent === 'Ingresar con otra cuenta')
  const isEntry = /#\/(login|home)/.test(location.hash)
  if (!isEntry && !signOut && visible(`${back}, ${menu}`).length === 0) problems.push('no way back')
  return problems
}

/** Of the element with the focus: a ring, in sight, and after the focus before it. */
function focusProblems(direction: 'forward' | 'back'): string[] {
  const active = document.activeElement as HTMLElement
  if (active === document.body) return []
  const problems: string[] = []
  const name = active.outerHTML.slice(0, 90)
  // A control drawn by its label is hidden itself.
  const drawn = active.closest('label') ?? active
  const hasRing = [active, drawn, active.parentElement ?? active].some((one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })
  if (!hasRing) problems.push(`focus without a ring ${name}`)
  const { left, width, top, height } = drawn.getBoundingClientRect()
  const inside = { top: Math.max(top, 0), bottom: Math.min(top + height, innerHeight) }
  const isSeen = [0.1, 0.5, 0.9].some((part) => {
    const y = inside.top + (inside.bottom - inside.top) * part
    const drawnThere = document.elementFromPoint(left + width / 2, y)
    return drawn.contains(drawnThere) || (drawnThere?.contains(drawn) ?? false)
  })
  if (!isSeen) problems.push(`covered focus, ${direction}, ${name}`)
  const before = document.querySelector('[data-focus-before]')
  const isLater =
    before && before.compareDocumentPosition(active) & Node.DOCUMENT_POSITION_FOLLOWING
  const areInMain = before?.closest('main') && active.closest('main')
  if (direction === 'forward' && areInMain && !isLater) problems.push(`focus goes back, ${name}`)
  before?.removeAttribute('data-focus-before')
  active.setAttribute('data-focus-before', '')
  return problems
}
