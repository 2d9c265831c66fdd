export const routeOf = (url: string): string => url.split('?', 1)[0] ?? ''

/** A path of letters after one slash, an id after another, and a plain query: nothing that a browser could read as another origin. */
export const isPlainAddress = (url: string): boolean =>
  /^\/[A-Za-z]+(?:\/[\w%-]+)?(?:\?[\w.~%&=+-]*)?$/.test(url)

/** Parses a URL; null when it is invalid. The oldest supported browsers lack `URL.parse`. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
