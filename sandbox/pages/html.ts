/** Escaped markup. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
type Piece = Html | string | number | null | readonly Html[]

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Template tag that escapes every value except Html, for text and quoted attributes. */
export function html(parts: TemplateStringsArray, ...pieces: Piece[]): Html {
  return new Html(
    parts.reduce((text, part, index) => text + toMarkup(pieces[index - 1] ?? null) + part),
  )
}

function toMarkup(piece: Piece): string {
  if (piece === null) return ''
  if (piece instanceof Html) return piece.text
  if (typeof piece === 'object') return piece.map(({ text }) => text).join('')
  return String(piece).replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}
