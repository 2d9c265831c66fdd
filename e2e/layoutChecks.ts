/**
 * Checks of what a page draws. Each runs in the page by `page.evaluate` and uses no name outside of
 * itself.
 */

/**
 * Text that is cut by a box, drawn across other text, or broken inside of a word, and controls
 * outside of the window.
 */
export function cutTexts(): string[] {
  const problems = new Set<string>()
  const nameOf = (element: Element) => element.outerHTML.slice(0, 110)
  const isVisible = (element: Element) =>
    element.checkVisibility({
      contentVisibilityAuto: true,
      opacityProperty: true,
      visibilityProperty: true,
    }) && !element.closest('.sr-only, [inert], .leaflet-container, script, style, option')
  const isScrolled = (value: string) => value === 'auto' || value === 'scroll'
  const isClipped = (value: string) => value === 'hidden' || value === 'clip'

  /** The part of a line that the scrolling boxes show; whether other boxes cut it. */
  const visiblePart = (line: DOMRect, element: Element) => {
    let { left, right, top, bottom } = line
    let isCut = false
    for (let box: Element | null = element; box; box = box.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(box)
      const outer = box.getBoundingClientRect()
      if (box !== document.documentElement && isScrolled(overflowY)) {
        top = Math.max(top, outer.top)
        bottom = Math.min(bottom, outer.bottom)
      }
      if (box !== document.documentElement && isScrolled(overflowX)) {
        left = Math.max(left, outer.left)
        right = Math.min(right, outer.right)
      }
      // A preview of two lines: the text opens whole.
      const isPreview = getComputedStyle(box).webkitLineClamp !== 'none'
      // A line is higher than its letters.
      const slack = line.height / 5
      if (isClipped(overflowX) && (right > outer.right + 1 || left < outer.left - 1)) isCut = true
      if (isClipped(overflowY) && (bottom > outer.bottom + slack || top < outer.top - slack)) {
        if (isPreview) return null
        isCut = true
      }
      if (position === 'fixed') break
    }
    return right - left < 1 || bottom - top < 1 ? null : { left, right, top, bottom, isCut }
  }

  /** What covers or scrolls the text: what is fixed covers what scrolls below it. */
  const layerOf = (element: Element): Element | null => {
    let box: Element | null = element
    while (box && !/fixed|sticky|absolute/.test(getComputedStyle(box).position))
      box = box.parentElement
    return box
  }

  const modal = document.querySelector('dialog:modal, [role="dialog"], [role="alertdialog"]')
  const texts = document.createTreeWalker(modal ?? document.body, NodeFilter.SHOW_TEXT)
  const lines: { part: DOMRect; element: Element; layer: Element | null }[] = []
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement
    const text = node.textContent ?? ''
    if (!element || text.trim() === '' || !isVisible(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const line of range.getClientRects()) {
      const part = visiblePart(line, element)
      if (!part) continue
      const { left, right, top, bottom, isCut } = part
      if (isCut) problems.add(`cut text ${nameOf(element)}`)
      else if (right > innerWidth + 1 || left < -1)
        problems.add(`text outside of the window ${nameOf(element)}`)
      else
        lines.push({
          part: new DOMRect(left, top, right - left, bottom - top),
          element,
          layer: layerOf(element),
        })
    }
    // A longer word, or an address, may be wider than a small phone.
    for (const { index, 0: word } of text.matchAll(
      /(?<![\p{L}\d])[\p{L}\d]{2,12}(?![\p{L}\d])/gu,
    )) {
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      const isAddress = /[@/]/.test(text)
      if (tops.size > 1 && !isAddress) problems.add(`broken word ${word} in ${nameOf(element)}`)
    }
  }
  lines.sort((one, other) => one.part.top - other.part.top)
  lines.forEach(({ part, element, layer }, index) => {
    for (const other of lines.slice(index + 1)) {
      if (other.part.top >= part.bottom) break
      if (other.layer !== layer || other.element === element) continue
      const width = Math.min(part.right, other.part.right) - Math.max(part.left, other.part.left)
      const height = part.bottom - other.part.top
      if (width > 3 && height > Math.min(part.height, other.part.height) / 3)
        problems.add(`text across text ${nameOf(element)} and ${nameOf(other.element)}`)
    }
  })
  for (const control of document.querySelectorAll('a[href], button, input, select, textarea')) {
    const { left, right } = control.getBoundingClientRect()
    const isOutside = right - left > 1 && (left < -1 || right > innerWidth + 1)
    if (isOutside && isVisible(control) && !control.closest('.overflow-x-auto'))
      problems.add(`control outside of the window ${nameOf(control)}`)
  }
  return [...problems]
}

/** Animations and transitions that last longer than a frame although less motion is asked for. */
export function longAnimations(): string[] {
  const FRAME = 17
  const problems = new Set<string>()
  for (const animation of document.getAnimations())
    if (Number(animation.effect?.getComputedTiming().endTime) > FRAME)
      problems.add(`animation ${animation.constructor.name}`)
  const longest = (times: string) =>
    Math.max(...times.split(',').map((time) => Number.parseFloat(time) * 1000))
  for (const element of document.querySelectorAll('*')) {
    const style = getComputedStyle(element)
    const isAnimated =
      style.animationName !== 'none' &&
      (longest(style.animationDuration) > FRAME || style.animationIterationCount === 'infinite')
    if (isAnimated || longest(style.transitionDuration) > FRAME)
      problems.add(`moves ${element.outerHTML.slice(0, 110)}`)
  }
  return [...problems]
}

/** Marks the controls that are known by their fill, for `lostEdges`. Without forced colours. */
export function markFills(): void {
  for (const control of document.querySelectorAll('a[href], button')) {
    const { backgroundColor, width } = getComputedStyle(control)
    const isFilled = !/^(transparent|.*[,/] ?0\))$/.test(backgroundColor)
    // The items of a list have the list's lines, and are filled below the pointer.
    if (isFilled && !control.closest('li') && Number.parseFloat(width) > 0)
      control.setAttribute('data-filled', '')
  }
}

/**
 * With forced colours: controls whose fill is gone and that have no edge, and selected options that
 * look like the others.
 */
export function lostEdges(): string[] {
  const problems: string[] = []
  const nameOf = (element: Element) => element.outerHTML.slice(0, 110)
  for (const control of document.querySelectorAll('[data-filled]')) {
    const { borderTopWidth, forcedColorAdjust } = getComputedStyle(control)
    if (Number.parseFloat(borderTopWidth) === 0 && forcedColorAdjust !== 'none')
      problems.push(`no edge with forced colours ${nameOf(control)}`)
    control.removeAttribute('data-filled')
  }
  const look = (element: Element) => {
    const { backgroundColor, color, borderColor, outline } = getComputedStyle(element)
    return [backgroundColor, color, borderColor, outline].join()
  }
  const CHOICES: [group: string, option: string, selected: string][] = [
    ['fieldset', 'label:has(> input.sr-only)', 'label:has(> input:checked)'],
    ['[role="tablist"]', '[role="tab"]', '[aria-selected="true"]'],
    ['nav', 'a', '[aria-current]'],
  ]
  for (const [group, option, selected] of CHOICES)
    for (const choice of document.querySelectorAll(group)) {
      const options = [...choice.querySelectorAll(option)]
      const chosen = options.find((one) => one.matches(selected))
      const other = options.find((one) => !one.matches(selected))
      if (chosen?.checkVisibility() && other && look(chosen) === look(other))
        problems.push(`selected like the others with forced colours ${nameOf(chosen)}`)
    }
  return problems
}
