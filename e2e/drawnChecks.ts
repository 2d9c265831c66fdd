/**
 * Checks of what a page draws, each run in the page by `page.evaluate`: they use no name outside of
 * themselves.
 */

/**
 * Text that is cut by its own box or by one around it, or that is drawn across other text, and
 * controls that no scrolling brings into view.
 */
export function cutTexts(): string[] {
  const problems = new Set<string>()
  const nameOf = (element: Element) => element.outerHTML.slice(0, 110)
  const isVisible = (element: Element) =>
    element.checkVisibility({
      contentVisibilityAuto: true,
      opacityProperty: true,
      visibilityProperty: true,
    }) &&
    // Of the class `sr-only`, and of a parent with it.
    !element.closest('.sr-only, [inert], .leaflet-container')
  const modal = document.querySelector('dialog:modal, [role="dialog"], [role="alertdialog"]')
  const walker = document.createTreeWalker(modal ?? document.body, NodeFilter.SHOW_TEXT)
  const drawn: { rect: DOMRect; element: Element; bar: Element | null }[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!element || !node.textContent?.trim() || element.matches('script, style, option')) continue
    if (!isVisible(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    let bar: Element | null = element
    while (bar && !['fixed', 'sticky', 'absolute'].includes(getComputedStyle(bar).position))
      bar = bar.parentElement
    for (const rect of range.getClientRects()) {
      if (rect.width < 1 || rect.height < 1) continue
      let scrolls = false
      let cut = false
      for (let box: Element | null = element; box; box = box.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(box)
        const outer = box.getBoundingClientRect()
        if (/auto|scroll/.test(overflowX) && box !== document.documentElement) scrolls = true
        const cutsX = /hidden|clip/.test(overflowX)
        const cutsY = /hidden|clip/.test(overflowY)
        // A line is higher than its letters.
        const slack = rect.height / 5
        const isCut =
          (cutsX && (rect.right > outer.right + 1 || rect.left < outer.left - 1)) ||
          (cutsY && (rect.bottom > outer.bottom + slack || rect.top < outer.top - slack))
        if (isCut && !scrolls) cut = true
        if (position === 'fixed') break
      }
      if (cut) {
        problems.add(`cut text ${nameOf(element)}`)
        continue
      }
      if (!scrolls && (rect.right > innerWidth + 1 || rect.left < -1))
        problems.add(`text outside of the window ${nameOf(element)}`)
      drawn.push({ rect, element, bar })
    }
  }
  drawn.sort((one, other) => one.rect.top - other.rect.top)
  drawn.forEach(({ rect, element, bar }, index) => {
    for (const other of drawn.slice(index + 1)) {
      if (other.rect.top >= rect.bottom) break
      // What is fixed covers what scrolls below it.
      if (other.bar !== bar || other.element === element) continue
      const width = Math.min(rect.right, other.rect.right) - Math.max(rect.left, other.rect.left)
      const height = rect.bottom - other.rect.top
      if (width > 3 && height > Math.min(rect.height, other.rect.height) / 3)
        problems.add(`text across text ${nameOf(element)} and ${nameOf(other.element)}`)
    }
  })
  for (const control of document.querySelectorAll('a[href], button, input, select, textarea')) {
    const { left, right } = control.getBoundingClientRect()
    if (isVisible(control) && right - left > 1 && (left < -1 || right > innerWidth + 1)) {
      const scrolling = control.closest('.overflow-x-auto')
      if (!scrolling) problems.add(`control outside of the window ${nameOf(control)}`)
    }
  }
  return [...problems]
}

/** Animations and transitions that last longer than a frame although less motion is asked for. */
export function longAnimations(): string[] {
  const problems = new Set<string>()
  const FRAME = 17
  for (const animation of document.getAnimations()) {
    const { endTime } = animation.effect?.getComputedTiming() ?? {}
    if (Number(endTime) > FRAME) problems.add(`animation of ${String(endTime)} ms`)
  }
  const milliseconds = (times: string) =>
    Math.max(...times.split(',').map((time) => Number.parseFloat(time) * 1000))
  for (const element of document.querySelectorAll('body *')) {
    const style = getComputedStyle(element)
    const moves =
      (style.animationName !== 'none' &&
        (milliseconds(style.animationDuration) > FRAME ||
          style.animationIterationCount === 'infinite')) ||
      milliseconds(style.transitionDuration) > FRAME
    if (moves) problems.add(`moves ${element.outerHTML.slice(0, 110)}`)
  }
  if (getComputedStyle(document.documentElement).scrollBehavior === 'smooth')
    problems.add('scrolls smoothly')
  return [...problems]
}
