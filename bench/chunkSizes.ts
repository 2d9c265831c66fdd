import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const root = join(import.meta.dirname, '..')
/** Folder of the built apps. */
export const BUILT = join(root, 'dist', 'app')

/** The size of a screen beyond the chunks that every screen needs. */
export interface Chunk {
  screen: string
  /** Gzipped size of its own chunk and the chunks that it imports. */
  bytes: number
  /** The most that `bytes` may be. */
  budget: number
}

/** Budget of a screen, and of those with a library of their own: map, QR reader before its wasm. */
const BUDGET = 25_000
const BUDGETS: Record<string, number> = { map: 60_000, readScann: 20_000 }

/** The screens that have a chunk of their own. */
export async function routeChunks(): Promise<Chunk[]> {
  const screens = (await readdir(join(root, 'app', 'screens')))
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
    .map((name) => name.slice(0, -4))
  const assets = await readdir(join(BUILT, 'assets'))
  const chunkOf = (name: string) =>
    assets.find((asset) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(asset))
  const shared = await staticImports(chunkOf('App') ?? '')
  return await Promise.all(
    screens.flatMap((screen) => {
      const chunk = chunkOf(screen)
      return chunk ? [sizeOf(screen, chunk, shared)] : []
    }),
  )
}

async function sizeOf(screen: string, chunk: string, shared: Set<string>): Promise<Chunk> {
  const own = [...(await staticImports(chunk))].filter((name) => !shared.has(name))
  const texts = await Promise.all(own.map((name) => readFile(join(BUILT, 'assets', name))))
  const bytes = texts.reduce((sum, text) => sum + gzippedSize(text), 0)
  return { screen, bytes, budget: BUDGETS[screen] ?? BUDGET }
}

const gzippedSize = (text: Buffer) => gzipSync(text, { level: 9 }).byteLength

/** A chunk and the chunks that it imports statically, directly or not. */
async function staticImports(chunk: string, seen = new Set<string>()): Promise<Set<string>> {
  if (!chunk || seen.has(chunk)) return seen
  seen.add(chunk)
  const text = await readFile(join(BUILT, 'assets', chunk), 'utf8')
  for (const [, imported] of text.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g))
    await staticImports(imported ?? '', seen)
  return seen
}
