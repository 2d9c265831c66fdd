import { actOnObject } from '#contract/operator/actOnObject.ts'
import {
  ADMINISTRATORS,
  assertSees,
  SERVED_KINDS,
  viewerOf,
} from '#server/console/kinds/servedKinds.ts'
import { SIMULATIONS } from '#server/console/ruleActions.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import type { Limit } from '#server/http/limits.ts'
import { ADJUSTMENTS } from '#server/loyalty/adjustments.ts'
import { REFUNDS } from '#server/payments/refunds/refunds.ts'

/** More than a person decides by hand. */
const ACTIONS: Limit = {
  name: 'console actions',
  by: 'person',
  points: 120,
  per: 10 * 60_000,
  taken: 'before',
}

export default defineHandler(
  actOnObject,
  async (context, { kind, objectId: id, action, fields }, caller) => {
    assertSees(caller, kind)
    const { page: read, actions: ofObject = {}, listActions = {} } = SERVED_KINDS[kind]
    const actions = id === '' ? listActions : ofObject
    const served = Object.hasOwn(actions, action) ? actions[action] : undefined
    if (!served) throw notFound()
    assertSees(caller, kind, served.roles ?? ADMINISTRATORS)
    const viewer = await viewerOf(context, caller)
    const page = id === '' ? undefined : await read(context.db, id, { ...viewer, shown: false })
    if (page === null) throw notFound()
    const acting = { context, caller, viewer, id, fields }
    if (page && !page.actions.includes(action) && !(await served.isRepeat?.(acting)))
      throw refuse(
        page.gone ?? 'Eso ya no se puede hacer: actualizá la página y mirá cómo quedó.',
        'action_gone',
      )
    const done = await served.run(acting)
    return typeof done === 'string' ? { outcome: done, madeId: '' } : done
  },
  [ACTIONS, ADJUSTMENTS, REFUNDS, SIMULATIONS],
)
