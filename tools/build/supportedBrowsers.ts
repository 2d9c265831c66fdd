/**
 * The oldest supported browsers (docs/decisions/0027-oldest-browsers.md). Safari's version is that
 * of iOS, where every browser is Safari; Chrome's is also that of Android's WebView.
 */
export const BROWSER_FLOOR = { chrome: 111, firefox: 128, safari: 16.4 } as const

/** The floor as Vite names it. */
export const BUILD_TARGET = Object.entries(BROWSER_FLOOR).map(
  ([browser, version]) => `${browser}${version}`,
)
