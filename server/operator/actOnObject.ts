import { actOnObject } from '#contract/operator/actOnObject.ts'
import {
  ADMINISTRATORS,
  assertSees,
  CONSOLE_KINDS,
  viewerOf,
} from '#server/console/kinds/kindRegistry.ts'
import { SIMULATIONS } from '#server/console/ruleActions.ts'
import { definePhasedHandler } from '#server/http/defineHandler.ts'
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

export default definePhasedHandler(actOnObject, {
  limits: [ACTIONS, ADJUSTMENTS, REFUNDS, SIMULATIONS],
  // An action may read or hash for longer than a transaction may take.
  async prepare(context, { kind, objectId: id, action, fields }, caller) {
    assertSees(caller, kind)
    const { actions: ofObject = {}, listActions = {} } = CONSOLE_KINDS[kind]
    const actions = id === '' ? listActions : ofObject
    const served = Object.hasOwn(actions, action) ? actions[action] : undefined
    if (!served) throw notFound()
    assertSees(caller, kind, served.roles ?? ADMINISTRATORS)
    const viewer = await viewerOf(context, caller)
    const prepared = await served.prepare?.({ context, caller, viewer, id, fields })
    return { served, viewer, prepared }
  },
  async work(context, { kind, objectId: id, action, fields }, caller, call) {
    const { served, viewer, prepared } = call.prepared
    const read = CONSOLE_KINDS[kind].page
    const page = id === '' ? undefined : await read(context.db, id, { ...viewer, shown: false })
    if (page === null) throw notFound()
    if (page && !page.actions.includes(action))
      throw refuse(
        page.gone ?? 'Eso ya no se puede hacer: actualizá la página y mirá cómo quedó.',
        'action_gone',
      )
    const done = await served.run({ ...call, context, caller, viewer, id, fields, prepared })
    return typeof done === 'string' ? { outcome: done, madeId: '' } : done
  },
})
