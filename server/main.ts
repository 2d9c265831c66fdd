import '#db/core/registerResolveOnce.ts'

const { runServer } = await import('#server/runServer.ts')
await runServer()
