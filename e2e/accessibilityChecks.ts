import type { Locator, Page } from 'playwright-core'
import {
  axeViolations,
  PHONE,
  problemsInViews,
  sidewaysScrolling,
  waitUntilIdle,
} from '#e2e/browserSession.ts'

/**
 * What is wrong with the screen as it is drawn: axe, sideways scrolling (also with text at twice its size),
 * small targets, its title, and a way back inside the app.
 * @param screen names the screen in each finding
 * @param views as of `problemsInViews`
 */
export const drawnProblems = (page: Page, screen: string, views?: number): Promise<string[]> =>
  problemsInViews(
    page,
    screen,
    async () => [
      ...(await axeViolations(page)),
      ...(await sidewaysScrolling(page)),
      ...(await page.evaluate(smallTargets)),
      ...(await page.evaluate(missingTitleAndLink)),
    ],
    views,
  )

/** The same of a screen whose data are drawn. */
export async function screenProblems(
  page: Page,
  screen: string,
  views?: number,
): Promise<string[]> {
  await waitUntilIdle(page)
  return await drawnProblems(page, screen, views)
}

/**
 * What is wrong with the screen for who needs it otherwise: less motion, forced colours, and a phone
 * of 320 px.
 */
export async function narrowProblems(page: Page, screen: string): Promise<string[]> {
  const problems = await page.evaluate(longAnimations)
  await page.evaluate(markFills)
  await page.emulateMedia({ forcedColors: 'active' })
  problems.push(...(await page.evaluate(lostEdges)))
  await page.emulateMedia({ forcedColors: 'none' })
  const before = page.viewportSize() ?? PHONE
  await page.setViewportSize({ width: 320, height: 640 })
  problems.push(...(await sidewaysScrolling(page)))
  await page.setViewportSize(before)
  return problems.map((problem) => `${screen}, 320 px: ${problem}`)
}

/** Runs in the page: animations that last longer than a frame although less motion is asked for. */
function longAnimations(): string[] {
  return document
    .getAnimations()
    .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) > 17)
    .map((animation) => `animation ${animation.constructor.name}`)
}

/** Runs in the page: marks the controls outside of lists that are known by their fill, for `lostEdges`. */
function markFills(): void {
  for (const control of document.querySelectorAll('a[href], button')) {
    const { backgroundColor, width } = getComputedStyle(control)
    const isFilled = !/^(transparent|.*[,/] ?0\))$/.test(backgroundColor)
    if (isFilled && !control.closest('li') && Number.parseFloat(width) > 0)
      control.setAttribute('data-filled', '')
  }
}

/** Runs in the page, with forced colours: controls whose fill is gone and that have no edge. */
async function lostEdges(): Promise<string[]> {
  const withoutEdge = () =>
    [...document.querySelectorAll('[data-filled]')].filter((control) => {
      const { borderTopWidth, forcedColorAdjust } = getComputedStyle(control)
      return Number.parseFloat(borderTopWidth) === 0 && forcedColorAdjust !== 'none'
    })
  // The colours reach the page, and transitions end, some frames later.
  for (let frames = 0; frames < 300 && withoutEdge().length > 0; frames++)
    await new Promise((drawn) => requestAnimationFrame(drawn))
  const problems = withoutEdge().map(
    ({ outerHTML }) => `no edge with forced colours ${outerHTML.slice(0, 110)}`,
  )
  for (const control of document.querySelectorAll('[data-filled]'))
    control.removeAttribute('data-filled')
  return problems
}

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
 * Reports a focus that is invisible or covered.
 * @throws when the target is not reached
 */
export async function tabProblems(page: Page, target: Locator, screen: string): Promise<string[]> {
  const problems = new Set<string>()
  const heading = page.locator('h1').first()
  await heading.evaluate((element: HTMLElement) => {
    element.tabIndex = -1
    element.focus()
  })
  let presses = 0
  for (; !(await hasFocus(target)); presses++) {
    if (presses === 90) return [`${screen}: the keyboard does not reach ${target.toString()}`]
    await page.keyboard.press('Tab')
    for (const problem of await page.evaluate(focusProblems)) problems.add(problem)
  }
  for (; presses > 1; presses--) {
    await page.keyboard.press('Shift+Tab')
    for (const problem of await page.evaluate(focusProblems)) problems.add(problem)
  }
  return [...problems].map((problem) => `${screen}: ${problem}`)
}

/**
 * Runs in the page: visible controls smaller than 44 px; 32 px for the console's on a desktop with a mouse,
 * for a thumb none is smaller. Links inside running text are exempt (WCAG 2.5.8).
 */
function smallTargets(): string[] {
  const isDense =
    location.pathname.startsWith('/consola') &&
    matchMedia('(width >= 64rem) and (pointer: fine)').matches
  const least = isDense ? 31.5 : 43.5
  const controls = 'button, a[href], input, select, textarea, summary, [role="tab"], [role="radio"]'
  return [...document.querySelectorAll<HTMLElement>(controls)]
    .filter(
      (target) =>
        target.checkVisibility({ visibilityProperty: true }) &&
        !target.closest('p') &&
        !target.matches('.sr-only, [type="hidden"]'),
    )
    .flatMap((target) => {
      const { width, height } = (target.closest('label') ?? target).getBoundingClientRect()
      return width > 1 && (height < least || width < least)
        ? [`small target ${width}x${height} ${target.outerHTML.slice(0, 90)}`]
        : []
    })
}

/** Runs in the page: of a title of the screen's own, and a link or menu that leads on. */
function missingTitleAndLink(): string[] {
  const problems: string[] = []
  if (!/^.{3,} · Surtidor/.test(document.title)) problems.push(`title "${document.title}"`)
  const back = 'a[href$="#/main"], a[href$="#/"], a[href$="#/login"], a[href$="#/home"]'
  const ways = [
    ...document.querySelectorAll(`${back}, [aria-label="Abrir el menú"], nav a`),
    ...[...document.querySelectorAll('button')].filter(
      ({ textContent }) => textContent === 'Ingresar con otra cuenta',
    ),
  ]
  const isEntry = /#\/(login|home)/.test(location.hash)
  if (!isEntry && !ways.some((one) => one.checkVisibility())) problems.push('no way back')
  return problems
}

/** Runs in the page: whether the element with the focus has a ring and is in sight. */
function focusProblems(): string[] {
  const active = document.activeElement as HTMLElement
  if (active === document.body) return []
  const name = active.outerHTML.slice(0, 90)
  // A control drawn by its label is hidden itself.
  const drawn = active.closest('label') ?? active
  const hasRing = [active, drawn, active.parentElement ?? active].some((one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })
  const { left, width, top, bottom } = drawn.getBoundingClientRect()
  const [first, last] = [Math.max(top, 0), Math.min(bottom, innerHeight)]
  const isSeen = [0.1, 0.5, 0.9].some((part) => {
    const at = document.elementFromPoint(left + width / 2, first + (last - first) * part)
    return drawn.contains(at) || (at?.contains(drawn) ?? false)
  })
  return [
    ...(hasRing ? [] : [`focus without a ring ${name}`]),
    ...(isSeen ? [] : [`covered focus ${name}`]),
  ]
}
