import { describe, expect, test } from 'vitest'
import { mapTiles } from '#contract/info/mapTiles.ts'
import { type TestServer, testServerForFile } from '#testing/harness/testServer.ts'

const tiles = {
  url: 'https://tiles.example/{z}/{x}/{y}.png',
  attribution: '© Tiles Example',
  attributionUrl: 'https://tiles.example/licence',
}

const server = testServerForFile()
const withTiles = testServerForFile({ config: { tiles } })

const policyOf = async ({ url }: TestServer) =>
  (await fetch(url)).headers.get('content-security-policy')

describe('mapTiles', () => {
  test('the fields are empty without a source, and the page may load no foreign image', async () => {
    const ana = await server.as('ana')
    expect(await ana.call(mapTiles, {})).toMatchObject({
      url: '',
      attribution: '',
      attributionUrl: '',
    })
    expect(await policyOf(server)).toContain(";img-src 'self' data:;")
  })

  test('gives the address and the credit of a source, and the page may load images of exactly that origin', async () => {
    const ana = await withTiles.as('ana')
    expect(await ana.call(mapTiles, {})).toMatchObject(tiles)
    expect(await policyOf(withTiles)).toContain(
      ";img-src 'self' data: https://tiles.example;font-src",
    )
  })
})
