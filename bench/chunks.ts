import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const root = join(import.meta.dirname, '..')
/** The built app, as the server serves it. */
export const BUILT = join(root, 'dist', 'app')

/** A route's screen and what its own chunk weighs. */
export interface Chunk {
  screen: string
  /** Gzipped. */
  bytes: number
}

/** The chunk of every screen that has one of its own; what several share is nobody's own. */
export async function routeChunks(): Promise<Chunk[]> {
  const screens = (await readdir(join(root, 'app', 'screens')))
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
    .map((name) => name.slice(0, -4))
  const assets = await readdir(join(BUILT, 'assets'))
  const found = screens.flatMap((screen) =>
    assets
      .filter((name) => new RegExp(`^${screen}-[\\w-]{8}\\.js$`).test(name))
      .map((name) => ({ screen, name })),
  )
  return await Promise.all(
    found.map(async ({ screen, name }) => {
      const text = await readFile(join(BUILT, 'assets', name))
      return { screen, bytes: gzipSync(text, { level: 9 }).byteLength }
    }),
  )
}
