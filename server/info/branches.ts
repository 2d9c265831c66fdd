import { branches } from '#contract/info/branches.ts'
import { allBranches } from '#db/branches.ts'
import { serve } from '#server/http/defineHandler.ts'

export default serve(branches, async ({ db, now }) => ({ branches: await allBranches(db, now()) }))
