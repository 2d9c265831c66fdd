/** Characters of a text of the caller that a log line keeps: more than an honest origin has. */
const KEPT = 100

/**
 * A text of the caller as a log line may hold it: short, and without control characters, invisible
 * ones, and those that change the direction of what follows.
 */
export function loggedText(text: string): string {
  const visible = text.slice(0, 10 * KEPT).replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
  return visible.length > KEPT ? `${visible.slice(0, KEPT)}…` : visible
}
