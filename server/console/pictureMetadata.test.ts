import { readFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withoutMetadata } from '#server/console/pictureMetadata.ts'

const small = (end: string) =>
  readFileSync(new URL(`../../testing/fixtures/pictures/small.${end}`, import.meta.url))
const [JPEG, PNG, WEBP] = [small('jpg'), small('png'), small('webp')]
const PLACE = 'GPS 34.9011 S 56.1645 W, iPhone de Ana'

const segment = (marker: number, content: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}
/** An Exif segment of a camera that was held sideways, in either order of bytes. */
const exif = (orientation: number, order: 'II' | 'MM') => {
  const tiff = Buffer.alloc(38)
  const is = (little: () => void, big: () => void) => (order === 'II' ? little() : big())
  const word = (value: number, at: number) =>
    is(
      () => tiff.writeUInt16LE(value, at),
      () => tiff.writeUInt16BE(value, at),
    )
  tiff.write(order)
  word(42, 2)
  is(
    () => tiff.writeUInt32LE(8, 4),
    () => tiff.writeUInt32BE(8, 4),
  )
  word(2, 8)
  word(0x0110, 10)
  word(0x0112, 22)
  word(orientation, 30)
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from(PLACE)]))
}
const inJpeg = (...segments: Buffer[]) =>
  Buffer.concat([JPEG.subarray(0, 2), ...segments, JPEG.subarray(2), Buffer.from(PLACE)])

const chunk = (name: string, content: Buffer) => {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  const body = Buffer.concat([Buffer.from(name), content])
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
const withRiff = (chunks: Buffer) => {
  const head = Buffer.from('RIFF\0\0\0\0WEBP')
  head.writeUInt32LE(chunks.length + 4, 4)
  return Buffer.concat([head, chunks])
}
const riffChunk = (name: string, content: Buffer) => {
  const head = Buffer.from(`${name}\0\0\0\0`)
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

describe('withoutMetadata', () => {
  test.each([
    ['JPEG', JPEG],
    ['PNG', PNG],
    ['WebP', WEBP],
  ])(
    'leaves a %s without metadata as it is, and refuses each beginning of it',
    (_type, picture) => {
      expect(withoutMetadata(picture)?.equals(picture)).toBe(true)
      for (let length = 0; length < picture.length; length += 1)
        expect(withoutMetadata(picture.subarray(0, length))).toBeUndefined()
    },
  )

  test('drops Exif, XMP, comments and what follows of a JPEG', () => {
    const dirty = inJpeg(
      exif(1, 'II'),
      segment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${PLACE}`)),
      segment(0xed, Buffer.from(PLACE)),
      segment(0xfe, Buffer.from(PLACE)),
    )
    expect(withoutMetadata(dirty)?.equals(JPEG)).toBe(true)
  })

  test.each(['II', 'MM'] as const)(
    'keeps the orientation of a JPEG, and nothing else of Exif: %s',
    (order) => {
      const clean = withoutMetadata(inJpeg(exif(6, order))) ?? Buffer.alloc(0)
      expect(clean.includes('iPhone')).toBe(false)
      expect(clean.length).toBe(JPEG.length + 36)
      expect(withoutMetadata(clean)?.equals(clean)).toBe(true)
    },
  )

  test('drops texts, times and Exif of a PNG', () => {
    const [head, rest] = [PNG.subarray(0, 33), PNG.subarray(33)]
    const more = ['tEXt', 'iTXt', 'zTXt', 'eXIf', 'tIME'].map((one) =>
      chunk(one, Buffer.from(PLACE)),
    )
    const dirty = Buffer.concat([head, ...more, rest, Buffer.from(PLACE)])
    expect(withoutMetadata(dirty)?.equals(PNG)).toBe(true)
  })

  test('drops Exif and XMP of a WebP, and says so in its flags', () => {
    const flags = (value: number) =>
      riffChunk('VP8X', Buffer.from([value, 0, 0, 0, 3, 0, 0, 1, 0, 0]))
    const drawn = WEBP.subarray(WEBP.lastIndexOf('VP8 '))
    const more = Buffer.concat([
      riffChunk('EXIF', Buffer.from(PLACE)),
      riffChunk('XMP ', Buffer.from(PLACE)),
    ])
    const dirty = withRiff(Buffer.concat([flags(0b11100), drawn, more]))
    const clean = withRiff(Buffer.concat([flags(0b10000), drawn]))
    expect(withoutMetadata(dirty)?.equals(clean)).toBe(true)
  })

  test('ends for any bytes', () => {
    const start = fc.constantFrom(JPEG, PNG, WEBP)
    fc.assert(
      fc.property(start, fc.nat(700), fc.uint8Array({ maxLength: 60 }), (picture, at, bytes) => {
        const broken = Buffer.concat([picture.subarray(0, at), bytes, picture.subarray(at)])
        expect(withoutMetadata(broken) ?? Buffer.alloc(0)).toBeInstanceOf(Buffer)
      }),
      { numRuns: 2_000 },
    )
  })
})
