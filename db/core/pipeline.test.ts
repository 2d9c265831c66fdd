import { afterAll, describe, expect, test } from 'vitest'
import { createPipeline, type Pipeline } from '#db/core/pipeline.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { startForFile } from '#testing/harness/startForTests.ts'

let open: Pipeline[] = []
const fresh = startForFile(() => freshDatabase('empty'))
afterAll(async () => {
  for (const pipeline of open) await pipeline.close()
})

function openPipeline(): Pipeline {
  const pipeline = createPipeline({ connectionString: fresh.url })
  open = [...open, pipeline]
  return pipeline
}
const DOUBLE = { name: 'double', text: 'select $1::int * 2 as double, pg_backend_pid() as backend' }
const doubled = async (pipeline: Pipeline, value: number) => {
  const { rows } = await pipeline.query(DOUBLE, [value])
  return rows[0] as { double: number; backend: number }
}

describe('createPipeline', () => {
  test('gives each of many concurrent statements its own answer, over one connection', async () => {
    const pipeline = openPipeline()
    const values = Array.from({ length: 200 }, (_, value) => value)
    const answers = await Promise.all(values.map((value) => doubled(pipeline, value)))
    expect(answers.map(({ double }) => double)).toEqual(values.map((value) => value * 2))
    expect(new Set(answers.map(({ backend }) => backend)).size).toBe(1)
  })

  test('rejects only the statement that fails', async () => {
    const pipeline = openPipeline()
    const failing = { name: 'failing', text: 'select 1 / $1::int' }
    const outcomes = await Promise.allSettled([
      doubled(pipeline, 1),
      pipeline.query(failing, [0]),
      doubled(pipeline, 2),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  test('rejects the statements under way when the connection breaks, and then connects again', async () => {
    const pipeline = openPipeline()
    const { backend } = await doubled(pipeline, 1)
    const waiting = pipeline.query({ name: 'slow', text: 'select pg_sleep($1::int)' }, [60])
    await Promise.all([
      expect(waiting).rejects.toThrow(/terminat|EPIPE|ECONNRESET/),
      fresh.client.query('select pg_terminate_backend($1)', [backend]),
    ])
    const again = await doubled(pipeline, 3)
    expect(again.double).toBe(6)
    expect(again.backend).not.toBe(backend)
  })

  test('rejects while the database cannot be reached, and closes without having connected', async () => {
    const pipeline = createPipeline({ connectionString: 'postgres://x@127.0.0.1:1/none' })
    await expect(pipeline.query(DOUBLE, [1])).rejects.toThrow(/ECONNREFUSED/)
    await expect(pipeline.query(DOUBLE, [1])).rejects.toThrow(/ECONNREFUSED/)
    await pipeline.close()
  })
})
