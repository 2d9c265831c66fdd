/**
 * Gives an element the colours of the design system anew: those of the root are resolved in its theme,
 * and a descendant in another theme would inherit them.
 */
export function tokensInTheme(element: HTMLElement | null): void {
  if (element) for (const sheet of document.styleSheets) declare(element, sheet.cssRules)
}

function declare(element: HTMLElement, rules: CSSRuleList): void {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) {
      if (!rule.selectorText.startsWith(':root')) continue
      for (const name of rule.style)
        if (name.startsWith('--color-'))
          element.style.setProperty(name, rule.style.getPropertyValue(name))
    } else if (rule instanceof CSSMediaRule && !matchMedia(rule.conditionText).matches) continue
    else if (rule instanceof CSSGroupingRule) declare(element, rule.cssRules)
  }
}
