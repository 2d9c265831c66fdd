// @vitest-environment jsdom
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { QrCode } from '#kit/display/QrCode.tsx'

const SCALE = 4

/** Draws the modules of the SVG path into a bitmap, as a camera sees them. */
function bitmapOf(svg: Element): ImageData {
  const size = Number(svg.getAttribute('viewBox')?.split(' ')[2])
  const width = size * SCALE
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  const path = svg.querySelector('path')?.getAttribute('d') ?? ''
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)/g))
    for (let row = 0; row < SCALE; row++)
      for (let column = 0; column < SCALE; column++) {
        const at = ((Number(y) * SCALE + row) * width + Number(x) * SCALE + column) * 4
        data.fill(0, at, at + 3)
      }
  return { data, width, height: width, colorSpace: 'srgb' }
}

describe('QrCode', () => {
  test('draws a code that a decoder reads back', async () => {
    const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))
    prepareZXingModule({ overrides: { wasmBinary: (await readFile(wasm)).buffer } })
    const value = 'https://surtidor.example/#/loyalty?code=AÑ-000123'
    render(<QrCode value={value} label="Código QR de tu afiliación" />)
    const svg = screen.getByRole('img', { name: 'Código QR de tu afiliación' })
    expect((await readBarcodes(bitmapOf(svg))).map(({ text }) => text)).toEqual([value])
  })
})
