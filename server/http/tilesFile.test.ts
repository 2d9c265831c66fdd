import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { mapTiles } from '#contract/info/mapTiles.ts'
import { cliErrorMessage } from '#db/cliErrorMessage.ts'
import { inspectConfig, readConfig } from '#server/config.ts'
import { tempFolder } from '#testing/harness/tempFolder.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { sendRaw } from '#testing/http/rawRequest.ts'

const folder = tempFolder(afterAll)
const path = join(folder, 'uruguay.pmtiles')
const [content, replaced] = ['streets', 'fewStreets'].map((name) =>
  readFileSync(`testing/fixtures/${name}.pmtiles`),
) as [Buffer, Buffer]
writeFileSync(path, content)
writeFileSync(join(folder, 'secret.txt'), 'secret')

const server = testServerForFile({ config: { tilesFile: path } })
const without = testServerForFile()

const get = (headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${server.url}/tiles/streets.pmtiles`, { method, headers })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

describe('the file of vector tiles', () => {
  test('the app gets its path and the credit of the data', async () => {
    const ana = await server.as('ana')
    expect(await ana.call(mapTiles, {})).toMatchObject({
      url: '',
      attribution: '© OpenStreetMap',
      attributionUrl: 'https://www.openstreetmap.org/copyright',
      file: '/tiles/streets.pmtiles',
    })
    expect(await (await without.as('ana')).call(mapTiles, {})).not.toHaveProperty('file')
    expect((await fetch(`${without.url}/tiles/streets.pmtiles`)).status).toBe(404)
  })

  test('is served whole, uncompressed and revalidated', async () => {
    const answer = await get({ 'accept-encoding': 'gzip, br' })
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'no-cache',
      'content-length': String(content.length),
      'content-type': 'application/vnd.pmtiles',
      etag: expect.stringMatching(/^"[\w-]+"$/),
    })
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(await bytesOf(answer)).toEqual(content)
    const head = await get({ range: 'bytes=0-9' }, 'HEAD')
    expect([head.status, head.headers.get('content-length'), (await bytesOf(head)).length]).toEqual(
      [200, String(content.length), 0],
    )
  })

  test.each([
    ['bytes=0-126', 0, 127],
    ['bytes=7-7', 7, 8],
    ['bytes=127-', 127, content.length],
    ['bytes=-10', content.length - 10, content.length],
    ['bytes=-999999', 0, content.length],
    ['bytes=0-16383999', 0, content.length],
  ])('gives the range %s', async (range, start, end) => {
    const answer = await get({ range })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${content.length}`)
    expect(answer.headers.get('content-length')).toBe(String(end - start))
    expect(await bytesOf(answer)).toEqual(content.subarray(start, end))
  })

  test.each([
    `bytes=${content.length}-`,
    'bytes=99999999999999999999-',
    'bytes=5-2',
    'bytes=-0',
    'bytes=-',
    'bytes=',
    'bytes=a-b',
    'bytes=0-1,3-4',
    'bytes=-1-5',
  ])('refuses the range %s with 416 and the size', async (range) => {
    const answer = await get({ range })
    expect(answer.status).toBe(416)
    expect(answer.headers.get('content-range')).toBe(`bytes */${content.length}`)
    expect((await bytesOf(answer)).length).toBe(0)
  })

  test('a range of another unit counts as none', async () => {
    expect((await get({ range: 'tiles=0-1' })).status).toBe(200)
  })

  test('a client notices that the file was replaced', async () => {
    const etag = (await get({}, 'HEAD')).headers.get('etag') ?? ''
    const statuses = async () =>
      await Promise.all(
        [
          { 'if-none-match': etag },
          { 'if-none-match': `"other", W/${etag}`, range: 'bytes=0-9' },
          { 'if-range': etag, range: 'bytes=0-9' },
        ].map(async (headers) => (await get(headers)).status),
      )
    expect(await statuses()).toEqual([304, 304, 206])
    writeFileSync(path, replaced)
    expect(await statuses()).toEqual([200, 206, 200])
    expect(await bytesOf(await get({ 'if-range': etag, range: 'bytes=0-9' }))).toEqual(replaced)
    writeFileSync(path, content)
  })

  test('no other file of its folder can be read', async () => {
    for (const rawPath of [
      '/tiles/secret.txt',
      '/tiles/',
      '/tiles/../tiles/secret.txt',
      '/tiles/streets.pmtiles/../secret.txt',
      '/tiles/streets.pmtiles%2f..%2fsecret.txt',
      '/tiles/%2e%2e/secret.txt',
      '/tiles/streets.pmtiles%00',
    ]) {
      const { status } = await sendRaw(server.url, { method: 'GET', path: rawPath })
      expect.soft([rawPath, status]).not.toEqual([rawPath, 200])
    }
  })

  test('the installed app may ask for ranges and read the tag, other sites may not', async () => {
    const answer = await get({ origin: 'https://localhost', range: 'bytes=0-9' })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://localhost')
    expect(answer.headers.get('access-control-expose-headers')).toBe('ETag')
    const preflight = await get({ origin: 'https://localhost' }, 'OPTIONS')
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'Range',
    ])
    expect((await get({ origin: 'https://evil.example' })).status).toBe(403)
  })
})

describe('TILES_FILE', () => {
  const faultOf = (env: Record<string, string>) => {
    try {
      readConfig({ DATA_DIR: folder, ...env })
      return ''
    } catch (error) {
      return cliErrorMessage(error)
    }
  }
  const changed = (offset: number, bytes: number[]) => {
    const copy = Buffer.from(content)
    copy.set(bytes, offset)
    return copy
  }

  test.each([
    ['a text', Buffer.from('PMTiles')],
    ['another magic', changed(0, [0x70])],
    ['version 2', changed(7, [2])],
    ['raster tiles', changed(99, [2])],
    ['tiles compressed by brotli', changed(98, [3])],
  ])('the start refuses %s', (_, bytes) => {
    const other = join(folder, 'other.pmtiles')
    writeFileSync(other, bytes)
    expect(faultOf({ TILES_FILE: other })).toMatch(
      /^Configuración: TILES_FILE tiene que ser un archivo PMTiles versión 3 /,
    )
    truncateSync(other)
    expect(faultOf({ TILES_FILE: other })).toMatch(/PMTiles versión 3/)
  })

  test('the start refuses a file that is absent or a folder, and a second source', () => {
    for (const missing of [join(folder, 'none.pmtiles'), folder])
      expect(faultOf({ TILES_FILE: missing })).toBe(
        'Configuración: TILES_FILE tiene que ser un archivo que el servidor pueda leer',
      )
    const both = { TILES_FILE: path, TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png' }
    expect(faultOf(both)).toMatch(
      /^Configuración: TILES_FILE tiene que faltar cuando está TILES_URL/,
    )
    // As the doctor asks, in production too.
    const { faults } = inspectConfig({
      NODE_ENV: 'production',
      DATA_DIR: folder,
      TILES_FILE: folder,
    })
    expect(faults.filter((fault) => fault.includes('TILES_FILE'))).toHaveLength(1)
    expect(readConfig({ DATA_DIR: folder, TILES_FILE: path }).tilesFile).toBe(path)
  })
})
