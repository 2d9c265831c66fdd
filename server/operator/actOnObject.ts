import { actOnObject } from '#contract/operator/actOnObject.ts'
import { ADJUSTMENTS } from '#server/console/drivers/adjustmentActions.ts'
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
import { REFUNDS } from '#server/payments/refunds.ts'

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
  async prepare(context, { kind, objectId: id, action, fields: typed, file }, caller) {
    assertSees(caller, kind)
    const { actions: ofObject = {}, listActions = {} } = CONSOLE_KINDS[kind]
    const actions = id === '' ? listActions : ofObject
    const consoleAction = Object.hasOwn(actions, action) ? actions[action] : undefined
    if (!consoleAction) throw notFound()
    assertSees(caller, kind, consoleAction.roles ?? ADMINISTRATORS)
    const viewer = await viewerOf(context, caller)
    return { viewer, act: await consoleAction.begin({ context, caller, viewer, id, typed, file }) }
  },
  async work(context, { kind, objectId: id, action }, _caller, call) {
    const { viewer, act } = call.prepared
    const found = id === '' ? undefined : await CONSOLE_KINDS[kind].open(context.db, id, viewer)
    if (found === null) throw notFound()
    if (found && !found.allowed.includes(action)) throw refuse(found.gone, 'action_gone')
    return await act({ ...call, context })
  },
})
