/**
 * The oldest supported browsers (docs/decisions/0027-oldest-browsers.md). Safari's version is that
 * of iOS, where every browser is Safari; Chrome's is also that of Android's WebView.
 */
export const BROWSER_FLOOR = { chrome: 111, firefox: 128, safari: 16.4 } as const

/** The floor as Vite names it. */
export const BUILD_TARGET = Object.entries(BROWSER_FLOOR).map(
  ([browser, version]) => `${browser}${version}`,
)

/** The floor as Lightning CSS writes it: major and minor version in a byte each. */
export const CSS_TARGETS = Object.fromEntries(
  Object.entries(BROWSER_FLOOR).map(([browser, version]) => {
    const [major = 0, minor = 0] = String(version).split('.').map(Number)
    return [browser, (major << 16) | (minor << 8)]
  }),
)
