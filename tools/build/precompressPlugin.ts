import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(?:html|js|css|svg|json|webmanifest|ttf|wasm)$/
/** Below this size, in bytes, a compressed copy saves no packet. */
const MIN_BYTES = 1_000

/** Compresses the build for the server. */
export function precompressPlugin(): Plugin {
  let folder = ''
  return {
    name: 'surtidor:precompress',
    apply: 'build',
    configResolved: ({ build }) => {
      folder = build.outDir
    },
    // Once, when the app and the console are built.
    buildApp: { order: 'post', handler: () => compressFiles(folder) },
  }
}

/** Writes `.br` and `.gz` copies of the text files of a folder, which the server sends as they are. */
export async function compressFiles(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  await Promise.all(
    names.filter((name) => TEXT.test(name)).map((name) => writeCopies(join(folder, name))),
  )
}

async function writeCopies(path: string): Promise<void> {
  const plain = await readFile(path)
  if (plain.byteLength < MIN_BYTES) return
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(plain, { params }))
  await writeFile(`${path}.gz`, await promisify(gzip)(plain, { level: 9 }))
}
