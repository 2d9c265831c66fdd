import type { Locator, Page } from 'playwright-core'
import {
  axeViolations,
  horizontalOverflow,
  horizontalOverflowAtDoubleText,
} from '#e2e/browserSession.ts'

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
 * Presses Tab until the target has the focus. Reports a focus that is invisible, covered, or behind
 * the focus before it, and a target that the keyboard does not reach.
 */
export async function tabProblems(page: Page, target: Locator, screen: string): Promise<string[]> {
  const problems: string[] = []
  await page.locator('body').evaluate(() => {
    document.querySelector('[data-tabbed]')?.removeAttribute('data-tabbed')
    const heading = document.querySelector<HTMLElement>('h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus()
  })
  for (let presses = 0; presses < 90; presses++) {
    await page.keyboard.press('Tab')
    problems.push(...(await page.evaluate(focusProblems)))
    if (await target.evaluate((element) => element === document.activeElement))
      return problems.map((problem) => `${screen}: ${problem}`)
  }
  return [`${screen}: the keyboard does not reach ${target}`]
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
  if (!/#\/(login|home)/.test(location.hash) && visible(`${back}, ${menu}`).length === 0)
    problems.push('no way back')
  return problems
}

/** Of the element with the focus: an outline or a shadow, in sight, after the one before it. */
function focusProblems(): string[] {
  const active = document.activeElement as HTMLElement
  if (active === document.body || active === null) return []
  const name = active.outerHTML.slice(0, 90)
  const problems: string[] = []
  const marked = [active, active.closest('label'), active.parentElement].some((one) => {
    if (!one) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })
  if (!marked) problems.push(`focus without a ring ${name}`)
  // A control drawn by its label is hidden itself.
  const box = (active.closest('label') ?? active).getBoundingClientRect()
  const seen = [0.1, 0.5, 0.9].some((part) => {
    const x = box.left + box.width / 2
    const y = box.top + box.height * part
    const top = document.elementFromPoint(Math.min(Math.max(x, 0), innerWidth - 1), y)
    return (
      top !== null && (top.contains(active) || (active.closest('label') ?? active).contains(top))
    )
  })
  if (!seen) problems.push(`covered focus ${name}`)
  const before = document.querySelector('[data-tabbed]')
  if (
    before &&
    active.closest('main') &&
    before.closest('main') &&
    !(before.compareDocumentPosition(active) & Node.DOCUMENT_POSITION_FOLLOWING)
  )
    problems.push(`focus goes back ${name}`)
  before?.removeAttribute('data-tabbed')
  active.setAttribute('data-tabbed', '')
  return problems
}
