import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const root = join(import.meta.dirname, '..')
/** The built app, as the server serves it. */
export const BUILT = join(root, 'dist', 'app')

/** A route's screen and what it weighs beyond what every screen is made of. */
export interface Chunk {
  screen: string
  /** Gzipped: its own chunk and those that this one waits for. */
  bytes: number
}

/** Every screen that has a chunk of its own. What the whole app waits for is no screen's. */
export async function routeChunks(): Promise<Chunk[]> {
  const screens = (await readdir(join(root, 'app', 'screens')))
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
    .map((name) => name.slice(0, -4))
  const assets = await readdir(join(BUILT, 'assets'))
  const chunkOf = (name: string) =>
    assets.find((asset) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(asset))
  const everybodys = await waitedFor(chunkOf('whole') ?? '')
  return await Promise.all(
    screens.flatMap((screen) => {
      const chunk = chunkOf(screen)
      return chunk ? [weighed(screen, chunk, everybodys)] : []
    }),
  )
}

async function weighed(screen: string, chunk: string, everybodys: Set<string>): Promise<Chunk> {
  const own = [...(await waitedFor(chunk))].filter((name) => !everybodys.has(name))
  const texts = await Promise.all(own.map((name) => readFile(join(BUILT, 'assets', name))))
  return { screen, bytes: texts.reduce((sum, text) => sum + gzipped(text), 0) }
}

const gzipped = (text: Buffer) => gzipSync(text, { level: 9 }).byteLength

/** A chunk, and all that it imports before it runs. */
async function waitedFor(chunk: string, seen = new Set<string>()): Promise<Set<string>> {
  if (!chunk || seen.has(chunk)) return seen
  seen.add(chunk)
  const text = await readFile(join(BUILT, 'assets', chunk), 'utf8')
  for (const [, imported] of text.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g))
    await waitedFor(imported ?? '', seen)
  return seen
}
