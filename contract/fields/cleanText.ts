/**
 * What pasted text carries unseen: soft hyphens, zero-width spaces, marks of direction, byte order marks.
 * The two joiners stay: emoji and other scripts are written with them.
 */
const INVISIBLE =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g
/** Printable ASCII is clean. */
const PLAIN = /^[ -~]*$/

/** A text as it was meant: composed (NFC), without invisible characters, each space a plain one. */
export const cleanText = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text
        .normalize('NFC')
        .replaceAll(INVISIBLE, '')
        .replaceAll(/\p{Zs}/gu, ' ')

/** Fields whose every byte counts: a password, and what the gateway signed. */
const VERBATIM = /password|^geopayResponse$/i

/** The same of each text in a request or a form. */
export function cleanTexts<T>(value: T): T {
  if (typeof value === 'string') return cleanText(value) as T
  if (Array.isArray(value)) return value.map(cleanTexts) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      VERBATIM.test(name) ? (inner as unknown) : cleanTexts(inner as unknown),
    ]),
  ) as T
}
