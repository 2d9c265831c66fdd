import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { GUARDED_PAGES } from '#app/routeGuard.ts'

const PUBLIC = join(import.meta.dirname, '../../public')
const Picture = z.object({ src: z.string(), sizes: z.string(), type: z.string() })
const Manifest = z.object({
  id: z.literal('/'),
  start_url: z.literal('/'),
  scope: z.literal('/'),
  name: z.string(),
  short_name: z.string().check(z.maxLength(12)),
  description: z.string(),
  lang: z.literal('es-UY'),
  dir: z.literal('ltr'),
  display: z.literal('standalone'),
  categories: z.array(z.string()),
  icons: z.array(z.extend(Picture, { purpose: z.enum(['any', 'maskable']) })),
  screenshots: z.array(
    z.extend(Picture, { form_factor: z.enum(['narrow', 'wide']), label: z.string() }),
  ),
  shortcuts: z.array(z.object({ name: z.string(), url: z.string(), icons: z.array(Picture) })),
})
const manifest = Manifest.parse(
  JSON.parse(readFileSync(join(PUBLIC, 'manifest.webmanifest'), 'utf8')),
)

/** Width and height of a PNG or JPEG, as its header says. */
function sizeOf(file: Buffer): string {
  if (file.readUInt32BE(0) === 0x89504e47)
    return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`
  let at = 2
  // The segments before the start of the frame.
  while (![0xc0, 0xc2].includes(file.readUInt8(at + 1))) at += 2 + file.readUInt16BE(at + 2)
  return `${file.readUInt16BE(at + 7)}x${file.readUInt16BE(at + 5)}`
}

describe('the manifest', () => {
  test('has icons of the sizes that browsers require, also maskable ones', () => {
    const sizes = manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)
    expect(sizes).toEqual(
      expect.arrayContaining([
        '192x192 any',
        '512x512 any',
        '192x192 maskable',
        '512x512 maskable',
      ]),
    )
    expect(new Set(manifest.screenshots.map(({ form_factor }) => form_factor))).toEqual(
      new Set(['narrow', 'wide']),
    )
  })

  test('names pictures that exist with their size and are small', () => {
    const pictures = [
      ...manifest.icons,
      ...manifest.screenshots,
      ...manifest.shortcuts.flatMap(({ icons }) => icons),
    ].filter(({ sizes }) => sizes !== 'any')
    const wrong = pictures.filter(({ src, sizes, type }) => {
      const file = readFileSync(join(PUBLIC, src))
      const isOfType = type === (file.readUInt32BE(0) === 0x89504e47 ? 'image/png' : 'image/jpeg')
      return !isOfType || sizeOf(file) !== sizes || file.length > 150_000
    })
    expect(pictures.length).toBeGreaterThan(10)
    expect(wrong).toEqual([])
  })

  test('has shortcuts to routes of the app', () => {
    expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['Pagar', 'Consumo', 'Estaciones'])
    const routes: readonly string[] = GUARDED_PAGES
    expect(manifest.shortcuts.filter(({ url }) => !routes.includes(url.slice(2)))).toEqual([])
  })
})
