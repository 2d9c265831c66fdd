import { isAscii, isUtf8 } from 'node:buffer'
import { createHash, type Hash } from 'node:crypto'
import { ImportRefused } from '#db/imports/importRefused.ts'

/** Most bytes of a line: what is longer is no list of rows. */
export const MAX_ROW_BYTES = 64 * 1024

/** What the bytes of a file turned out to be. */
interface TextFacts {
  encoding: 'UTF-8' | 'Windows-1252'
  hash: Hash
}
export const newTextFacts = (): TextFacts => ({ encoding: 'UTF-8', hash: createHash('sha256') })

/** First bytes of files that are no text, with what to do. */
const SIGNATURES: [bytes: number[], sentence: string][] = [
  [
    [0x50, 0x4b, 3, 4],
    'el archivo es un libro de Excel o un .zip: abrilo y guardalo como CSV (en Excel, «Guardar como», «CSV UTF-8»).',
  ],
  [[0x1f, 0x8b], 'el archivo está comprimido: descomprimilo antes de importarlo.'],
  [
    [0xd0, 0xcf, 0x11, 0xe0],
    'el archivo es un libro de Excel: abrilo y guardalo como CSV («Guardar como», «CSV UTF-8»).',
  ],
  [[0xff, 0xfe], 'el archivo está en UTF-16: guardalo como «CSV UTF-8».'],
  [[0xfe, 0xff], 'el archivo está en UTF-16: guardalo como «CSV UTF-8».'],
]

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])
const NEW_LINE = 0x0a

/**
 * The text of a file in pieces of whole lines, in one pass and constant memory: UTF-8 with or without a
 * byte order mark, else Windows-1252, as spreadsheets in Uruguay write it. The first byte above ASCII
 * decides.
 * @param facts takes the encoding and the bytes' hash
 * @throws ImportRefused for what is no text, for a line above `MAX_ROW_BYTES`, and for two encodings in one file
 */
export async function* decodeText(
  source: AsyncIterable<Buffer>,
  facts: TextFacts,
): AsyncGenerator<string> {
  let isKnown = false
  const decode = (bytes: Buffer): string => {
    if (isAscii(bytes)) return bytes.toString('latin1')
    if (facts.encoding === 'UTF-8' && isUtf8(bytes)) {
      isKnown = true
      return bytes.toString('utf8')
    }
    if (isKnown || isMixed(bytes))
      throw new ImportRefused(
        'el archivo mezcla UTF-8 con otra codificación: guardalo de nuevo como «CSV UTF-8».',
      )
    facts.encoding = 'Windows-1252'
    return new TextDecoder('windows-1252').decode(bytes)
  }
  let rest: Buffer = Buffer.alloc(0)
  let isFirst = true
  for await (const chunk of source) {
    facts.hash.update(chunk)
    let bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    if (isFirst && bytes.length >= 4) {
      bytes = withoutMark(bytes)
      isFirst = false
    }
    if (bytes.includes(0))
      throw new ImportRefused(
        'el archivo no es de texto: tiene bytes nulos. Guardalo como «CSV UTF-8».',
      )
    const end = bytes.lastIndexOf(NEW_LINE) + 1
    rest = bytes.subarray(end)
    if (rest.length > MAX_ROW_BYTES)
      throw new ImportRefused(
        `el archivo tiene una línea de más de ${MAX_ROW_BYTES / 1024} KB: no es una lista con una fila por línea.`,
      )
    if (end > 0) yield decode(bytes.subarray(0, end))
  }
  if (isFirst) rest = withoutMark(rest)
  if (rest.length > 0) yield decode(rest)
}

/** Whether a line of a piece that is not UTF-8 is: a letter of Windows-1252 alone never is. */
const isMixed = (bytes: Buffer): boolean =>
  bytes
    .toString('latin1')
    .split('\n')
    .some((line) => /[\x80-\xff]/.test(line) && isUtf8(Buffer.from(line, 'latin1')))

/** The first bytes of a file without their byte order marks, of which programs that join files leave several. */
function withoutMark(bytes: Buffer): Buffer {
  const found = SIGNATURES.find(
    ([signature]) => bytes.subarray(0, 4).indexOf(Buffer.from(signature)) === 0,
  )
  if (found) throw new ImportRefused(found[1])
  return bytes.indexOf(BYTE_ORDER_MARK) === 0 ? withoutMark(bytes.subarray(3)) : bytes
}
