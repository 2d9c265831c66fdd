import { and, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'
import { type Listed, listed } from '#db/core/listed.ts'
import { keyset, type PageQuery } from '#db/core/pagination.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { messageTemplate } from '#db/tables/messaging.ts'

export type MessageTemplate = typeof messageTemplate.$inferSelect

const { removedAt } = messageTemplate
const order = keyset({ at: messageTemplate.createdAt, id: messageTemplate.id })

/** Templates that match every part of a filter, the newest first. */
export const templatesLike = (
  db: Db,
  { isRemoved, ...values }: { isRemoved?: boolean; id?: string },
  page: PageQuery,
): Listed<MessageTemplate> =>
  listed(
    db
      .select()
      .from(messageTemplate)
      .where(
        and(
          whereEquals(messageTemplate, values),
          isRemoved === undefined
            ? undefined
            : isRemoved
              ? isNotNull(removedAt)
              : isNull(removedAt),
          order.of(page).after(page.after),
        ),
      )
      .orderBy(order.of(page).by)
      .limit(page.count),
  )

/** Stores a new template. */
export async function storeTemplate(tx: Db, row: typeof messageTemplate.$inferInsert) {
  await tx.insert(messageTemplate).values(row)
}

/**
 * Changes a template that is in use, or one that is removed.
 * @returns whether it was so
 */
export async function changeTemplate(
  tx: Db,
  { id, isRemoved }: { id: string; isRemoved: boolean },
  set: Partial<Omit<MessageTemplate, 'id'>>,
): Promise<boolean> {
  const wanted = and(
    whereEquals(messageTemplate, { id }),
    isRemoved ? isNotNull(removedAt) : isNull(removedAt),
  )
  return Boolean((await tx.update(messageTemplate).set(set).where(wanted)).rowCount)
}
