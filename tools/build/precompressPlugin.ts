import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(?:html|js|css|svg|json|webmanifest)$/
/** Below this many bytes a compressed copy saves no packet. */
const WORTH_IT = 1_000

/** Puts `.br` and `.gz` copies beside every text of the build, for the server to send as they are. */
export function precompressPlugin(): Plugin {
  let folder = ''
  return {
    name: 'surtidor:precompress',
    apply: 'build',
    configResolved: ({ build }) => {
      folder = build.outDir
    },
    async closeBundle(failed?: Error) {
      if (failed) return
      const names = await readdir(folder, { recursive: true })
      await Promise.all(
        names.filter((name) => TEXT.test(name)).map((name) => copies(join(folder, name))),
      )
    },
  }
}

async function copies(path: string): Promise<void> {
  const plain = await readFile(path)
  if (plain.byteLength < WORTH_IT) return
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(plain, { params }))
  await writeFile(`${path}.gz`, await promisify(gzip)(plain, { level: 9 }))
}
