import { inflateSync } from 'node:zlib'

/**
 * The texts of a PDF that pdfmake wrote, page by page: one entry for each run of text. It reads
 * compressed streams, fonts with a ToUnicode map, and hexadecimal strings, nothing else of PDF.
 */
export function pdfTexts(file: Buffer): string[][] {
  const objects = objectsOf(file)
  const bodyOf = (number: string | undefined) => objects.get(number ?? '') ?? ''
  const unicodeOf = (font: string) => unicodeMap(bodyOf(reference(bodyOf(font), 'ToUnicode')))
  const pages = [...(/\/Kids \[(.*?)\]/.exec(bodyOf('1'))?.[1] ?? '').matchAll(/(\d+) 0 R/g)]
  return pages.map(([, page]) => {
    const body = bodyOf(page)
    const fonts = new Map(
      [...bodyOf(reference(body, 'Resources')).matchAll(/\/(F\d+) (\d+) 0 R/g)].map(
        ([, name = '', font = '']) => [name, unicodeOf(font)],
      ),
    )
    return textsOf(bodyOf(reference(body, 'Contents')), fonts)
  })
}

/** The objects by number, their streams decompressed. */
function objectsOf(file: Buffer): Map<string, string> {
  const objects = new Map<string, string>()
  for (const [, number = '', body = ''] of file
    .toString('latin1')
    .matchAll(/(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj/gs)) {
    const stream = /stream\n(.*)\nendstream/s.exec(body)?.[1]
    const isFont = stream !== undefined && !body.includes('/FlateDecode')
    objects.set(
      number,
      stream === undefined || isFont
        ? body
        : inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'),
    )
  }
  return objects
}

const reference = (body: string, name: string) => new RegExp(`/${name} (\\d+) 0 R`).exec(body)?.[1]

/** The text of each glyph number, in order. */
const unicodeMap = (cmap: string): string[] =>
  [...cmap.matchAll(/<\w+> <\w+> \[(.*?)\]/gs)].flatMap(([, codes = '']) =>
    [...codes.matchAll(/<([\w ]*)>/g)].map(([, code = '']) =>
      Buffer.from(code.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
    ),
  )

function textsOf(content: string, fonts: Map<string, string[]>): string[] {
  let glyphs: string[] = []
  const texts: string[] = []
  for (const [, font, run] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/gs)) {
    if (font !== undefined) glyphs = fonts.get(font) ?? []
    else
      texts.push(
        [...(run ?? '').matchAll(/<(\w*)>/g)]
          .flatMap(([, hex = '']) => hex.match(/..../g) ?? [])
          .map((glyph) => glyphs[Number.parseInt(glyph, 16)] ?? '?')
          .join(''),
      )
  }
  return texts
}
