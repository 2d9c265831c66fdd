import { kindOf } from '#contract/console/objectKinds.ts'
import {
  assignException,
  releaseException,
  takeException,
  takerOf,
} from '#db/console/exceptionTakers.ts'
import { operatorsSeeing } from '#db/console/operators.ts'
import type { Acting } from '#server/console/consoleAction.ts'
import { sourceId } from '#server/console/exceptionActions.ts'
import { branchOfException, readException } from '#server/console/kinds/exceptionPages.ts'
import { shareActions } from '#server/console/shareActions.ts'
import { refuse } from '#server/http/errors.ts'

/** The refusal that names the operator who was first. */
async function goneRefusal({ context: { db }, id }: Acting) {
  const taker = await takerOf(db, id)
  return refuse(
    taker ? `Esa excepción la tiene ${taker.name}.` : 'Esa excepción ya no la tiene nadie.',
    'action_gone',
  )
}

/** How operators share exceptions of all reasons. */
export const takeActions = shareActions({
  roles: kindOf('exception').roles,
  words: {
    subject: 'La excepción',
    taking: 'Los demás ven que la estás mirando.',
    assigned: 'Queda entre las suyas. Las demás personas que la ven también la pueden resolver.',
  },
  audits: { take: 'takeException', assign: 'assignException', release: 'releaseException' },
  async assignees({ context: { db }, viewer, id }) {
    const found = await readException(db, id, viewer)
    return found ? await operatorsSeeing(db, branchOfException(found)) : []
  },
  async give(acting, to, from) {
    const { context, viewer, id } = acting
    const { db: tx } = context
    const row = { id, personId: to ?? '', takenAt: viewer.now }
    if (from === undefined) return await assignException(tx, row)
    const isGiven = await (to === null ? releaseException(tx, id) : takeException(tx, row))
    if (!isGiven) throw await goneRefusal(acting)
  },
  auditSubject: sourceId,
})
