import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { builtApp } from '#tools/build/builtApp.ts'

/** Most gzipped bytes of a screen: of its own chunk, and of all that it loads beyond those of every screen. */
const BUDGET = { own: 20_000, all: 55_000 }
/** Of the screen with a library of its own. */
const BUDGETS: Record<string, typeof BUDGET> = { map: { own: 60_000, all: 80_000 } }

/** Where the chunks of a program are, and the one that needs only what all its screens need. */
const PROGRAMS = {
  app: { folder: 'assets', start: 'App' },
  console: { folder: 'consola/assets', start: 'Console' },
} as const

/**
 * The screens of a program that have a chunk of their own, with its gzipped size, that of all that they load
 * beyond the chunks that every screen needs, and the most that both may be.
 */
export async function routeChunks(program: keyof typeof PROGRAMS) {
  const { folder, start } = PROGRAMS[program]
  const screens = (await readdir(join(import.meta.dirname, '..', program, 'screens')))
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
    .map((name) => name.slice(0, -4))
  const assets = await readdir(join(builtApp(), folder))
  const chunkOf = (name: string) =>
    assets.find((asset) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(asset))
  const shared = await staticImports(folder, chunkOf(start) ?? '')
  const sizeOf = async (screen: string, chunk: string) => {
    const loaded = [...(await staticImports(folder, chunk))].filter((name) => !shared.has(name))
    const sizeOfAll = (names: string[]) => gzippedSize(names.map((name) => `${folder}/${name}`))
    const [own, all] = [await sizeOfAll([chunk]), await sizeOfAll(loaded)]
    return { screen, own, all, budget: BUDGETS[screen] ?? BUDGET }
  }
  return await Promise.all(
    screens.flatMap((screen) => {
      const chunk = chunkOf(screen)
      return chunk ? [sizeOf(screen, chunk)] : []
    }),
  )
}

/** The size of files of the built app, each compressed. */
export async function gzippedSize(paths: readonly string[]): Promise<number> {
  const files = await Promise.all(paths.map((path) => readFile(join(builtApp(), path))))
  return files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).byteLength, 0)
}

/** A chunk and the chunks that it imports statically, directly or not. */
async function staticImports(
  folder: string,
  chunk: string,
  seen = new Set<string>(),
): Promise<Set<string>> {
  if (!chunk || seen.has(chunk)) return seen
  seen.add(chunk)
  const text = await readFile(join(builtApp(), folder, chunk), 'utf8')
  for (const [, imported] of text.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g))
    await staticImports(folder, imported ?? '', seen)
  return seen
}
