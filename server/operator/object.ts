import { kindsOf } from '#contract/console/objectKinds.ts'
import { object } from '#contract/operator/object.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { inTransaction } from '#db/core/connection.ts'
import {
  ADMINISTRATORS,
  assertSees,
  CONSOLE_KINDS,
  seenValue,
  viewerOf,
} from '#server/console/kinds/kindRegistry.ts'
import { shownActions } from '#server/console/kinds/shownActions.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound } from '#server/http/errors.ts'

export default defineHandler(object, async (context, { kind, objectId, shown, tab }, caller) => {
  assertSees(caller, kind)
  if (shown) assertSees(caller, kind, ADMINISTRATORS)
  const { open, actions = {} } = CONSOLE_KINDS[kind]
  const viewer = await viewerOf(context, caller)
  const found = await open(context.db, objectId, viewer)
  const read = await found?.page({ shown, tab })
  if (!found || !read) throw notFound()
  const { ownerId, options, values, questions, ...drawn } = read
  const { masked = false, tables = [], timeline = [], ...page } = drawn
  if (shown)
    await inTransaction(context.db, (tx) =>
      appendAuditEntry(tx, {
        actorId: viewer.personId,
        action: 'showPersonalData',
        subject: objectId,
        detail: { kind, ...(ownerId && { person: ownerId }) },
        at: viewer.now,
      }),
    )
  const seen = seenValue(caller)
  const kinds = kindsOf(caller.roles)
  const taken = Object.entries(actions).filter(([name]) => found.allowed.includes(name))
  return {
    page: {
      ...page,
      timeline,
      masked: masked && viewer.isAdministrator,
      groups: page.groups.map(({ title, facts }) => ({
        title,
        facts: facts.map(({ name, value }) => ({ name, value: seen(value) })),
      })),
      tables: tables.map(({ all, ...table }) => ({
        ...table,
        ...(all && kinds.includes(all.kind) && { all }),
        rows: table.rows.map((row) => row.map(seen)),
      })),
      actions: shownActions(Object.fromEntries(taken), caller.roles, options, values, questions),
    },
  }
})
