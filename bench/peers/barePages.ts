import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import Fastify from 'fastify'
import { build } from 'vite'
import { registerStaticFiles } from '#server/http/staticFiles.ts'
import { compressFiles } from '#tools/build/precompressPlugin.ts'

/** Builds the bare React pages of `bench/peers/bare/`, compressed like our apps, and serves them. */
export async function startBarePages() {
  const folder = await mkdtemp(join(tmpdir(), 'surtidor-bare-'))
  const root = join(import.meta.dirname, 'bare')
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    plugins: [react()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2023',
      rolldownOptions: { input: ['login.html', 'list.html'].map((page) => join(root, page)) },
    },
  })
  await compressFiles(folder)
  const http = Fastify()
  let answer = '{}'
  http.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  // Compressed like our server's answers, so that both pages transfer the same bytes.
  http.post('/api/*', (_request, reply) =>
    reply
      .headers({ 'content-type': 'application/json; charset=utf-8', 'content-encoding': 'gzip' })
      .send(gzipSync(answer)),
  )
  await registerStaticFiles(http, folder)
  await http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = http.server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    setAnswer: (text: string) => {
      answer = text
    },
    close: async () => {
      await http.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
