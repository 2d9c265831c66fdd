import { expect, test } from 'vitest'
import { answered } from '#db/tables/people.ts'
import { startChores } from '#server/jobs/retentionJob.ts'
import { openHouse } from '#testing/testServer.ts'

test('what is overdue is forgotten without anybody asking, and a house that closes waits for no hour', async () => {
  const house = await openHouse()
  const { context } = house
  const old = { sessionHash: Buffer.alloc(32), auditNumber: '1', bodyHash: Buffer.alloc(32) }
  await context.db.insert(answered).values({ ...old, at: new Date(0) })
  const chores = startChores(context, 0)
  await expect.poll(() => context.db.select().from(answered)).toEqual([])
  // It sleeps for an hour, and is woken to be told to stop.
  await chores.stop()
  await house.close()
})
