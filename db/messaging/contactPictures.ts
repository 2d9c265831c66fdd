import { eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'
import { contactMessage, contactPicture } from '#db/tables/messaging.ts'

/** The photo of a message; undefined without one that waits for a decision. */
export const pictureOf = async (db: Db, messageId: string) =>
  (await db.select().from(contactPicture).where(eq(contactPicture.messageId, messageId)))[0]

/** The photos of a person that wait for a decision, without their bytes. */
export async function waitingPictures(db: Db, personId: string) {
  const { messageId, birthdate } = contactPicture
  const own = db.select({ id: contactMessage.id }).from(contactMessage)
  const rows = db.select({ messageId, birthdate }).from(contactPicture)
  return await rows.where(inArray(messageId, own.where(eq(contactMessage.personId, personId))))
}

const MEDIA_TYPES: Record<string, string> = { '/': 'image/jpeg', i: 'image/png', U: 'image/webp' }

/** The media type of a picture that `PICTURE` accepts. @param picture base64, whose first character tells it */
export const mediaTypeOf = (picture: string): string => MEDIA_TYPES[picture[0] ?? ''] ?? ''

/** Stores the photo of a message. @param picture base64 */
export async function insertPicture(
  tx: Db,
  { picture, ...row }: { messageId: string; picture: string; birthdate: string; at: Date },
) {
  const mediaType = mediaTypeOf(picture)
  const bytes = Buffer.from(picture, 'base64')
  await tx.insert(contactPicture).values({ ...row, bytes, mediaType })
}
