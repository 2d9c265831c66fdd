/**
 * The bytes of a JPEG, PNG or WebP without what a camera or a program added: place, time, name of the device,
 * texts, previews, and what follows the picture. Colours and the orientation stay.
 * @returns undefined for bytes that are not built as such a picture
 */
export function withoutMetadata(bytes: Buffer): Buffer | undefined {
  try {
    if (bytes.readUInt16BE(0) === 0xffd8) return jpeg(bytes)
    return bytes.toString('latin1', 0, 4) === 'RIFF' ? webp(bytes) : png(bytes)
  } catch (error) {
    // A length that leads beyond the end.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const [SCAN, END, EXIF, ICC, ADOBE, COMMENT] = [0xda, 0xd9, 0xe1, 0xe2, 0xee, 0xfe]
const isApplication = (marker: number) => marker > 0xe0 && marker <= 0xef

/** ISO/IEC 10918-1, annex B. */
function jpeg(bytes: Buffer): Buffer | undefined {
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  let orientation = 1
  let at = 2
  for (;;) {
    if (bytes.readUInt8(at) !== 0xff) return undefined
    const marker = bytes.readUInt8(at + 1)
    if (marker === END) break
    const next = at + 2 + bytes.readUInt16BE(at + 2)
    // The compressed data of a scan have no length: they end before the next marker.
    const end = marker === SCAN ? endOfScan(bytes, next) : next
    const segment = bytes.subarray(at, end)
    if (marker === EXIF) orientation = orientationOf(segment)
    const isColour =
      marker === ADOBE || (marker === ICC && segment.toString('latin1', 4, 15) === 'ICC_PROFILE')
    if ((!isApplication(marker) || isColour) && marker !== COMMENT) kept.push(segment)
    at = end
  }
  if (orientation > 1) kept.splice(1, 0, exifOf(orientation))
  return Buffer.concat([...kept, Buffer.from([0xff, END])])
}

/** Where the marker after compressed data begins; a stuffed byte and the marks of a restart belong to the data. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; ; at += 1) {
    if (bytes.readUInt8(at) !== 0xff) continue
    const next = bytes.readUInt8(at + 1)
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
}

const ORIENTATION = 0x0112
/** The orientation in the first directory of an Exif segment (CIPA DC-008); 1, upright, without one. */
function orientationOf(segment: Buffer): number {
  if (segment.toString('latin1', 4, 8) !== 'Exif' || segment.length < 20) return 1
  const tiff = segment.subarray(10)
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const word = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  const isThere = (at: number) => at + 12 <= tiff.length
  for (let at = directory + 2; isThere(at); at += 12)
    if (word(at) === ORIENTATION) return Math.min(Math.max(word(at + 8), 1), 8)
  return 1
}

/** An Exif segment with nothing but the orientation. */
const exifOf = (orientation: number): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, EXIF, 0, 34]),
    Buffer.from('Exif\0\0MM\0*'),
    Buffer.from([0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]),
  ])

/** Chunks that change how the picture is drawn, beside the critical ones. */
const DRAWN = [
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'sBIT',
  'bKGD',
  'pHYs',
  'acTL',
  'fcTL',
  'fdAT',
]

/** PNG, third edition, section 5. */
function png(bytes: Buffer): Buffer | undefined {
  const kept: Buffer[] = [bytes.subarray(0, 8)]
  for (let at = 8; ; ) {
    const end = at + 12 + bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    // The length of the last one was not read by this loop.
    bytes.readUInt8(end - 1)
    if (!/^[A-Za-z]{4}$/.test(name)) return undefined
    if (/^[A-Z]/.test(name) || DRAWN.includes(name)) kept.push(bytes.subarray(at, end))
    if (name === 'IEND') return Buffer.concat(kept)
    at = end
  }
}

/** In the flags of `VP8X`: the file has Exif and XMP chunks. */
const FLAGS_OF_METADATA = 0b1100
/** RFC 9649, section 2. */
function webp(bytes: Buffer): Buffer | undefined {
  const kept: Buffer[] = [Buffer.from('WEBP')]
  const end = 8 + bytes.readUInt32LE(4)
  for (let at = 12; at < end; ) {
    const size = bytes.readUInt32LE(at + 4)
    const next = at + 8 + size + (size % 2)
    const name = bytes.toString('latin1', at, at + 4)
    bytes.readUInt8(at + 8 + size - 1)
    const chunk = Buffer.from(bytes.subarray(at, next))
    if (name === 'VP8X') chunk.writeUInt8(chunk.readUInt8(8) & ~FLAGS_OF_METADATA, 8)
    if (/^(VP8[ LX]|ALPH|ANIM|ANMF|ICCP)$/.test(name)) kept.push(chunk)
    at = next
  }
  const content = Buffer.concat(kept)
  const head = Buffer.from('RIFF\0\0\0\0')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content])
}
