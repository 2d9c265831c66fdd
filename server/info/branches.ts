import { branches } from '#contract/info/branches.ts'
import { allBranches } from '#db/stations/branches.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

export default defineHandler(branches, async ({ db, now }) => ({
  branches: await allBranches(db, now()),
}))
