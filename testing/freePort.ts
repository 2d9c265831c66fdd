import { createServer } from 'node:net'

/** A port that is free now, on loopback. */
export function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((done) =>
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    }),
  )
}
