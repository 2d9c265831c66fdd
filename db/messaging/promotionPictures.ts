import type { Db } from '#db/core/db.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { mediaTypeOf } from '#db/messaging/contactPictures.ts'
import { promotionPicture } from '#db/tables/messaging.ts'

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
}

/**
 * Stores the picture of a promotion; a repeat with its id stores nothing.
 * @param picture base64 that `PICTURE` accepts
 * @returns its address
 */
export async function storePromotionPicture(tx: Db, id: string, picture: string): Promise<string> {
  const mediaType = mediaTypeOf(picture)
  const address = `/promotions/${id}.${EXTENSIONS[mediaType]}`
  const row = { address, mediaType, bytes: Buffer.from(picture, 'base64') }
  await tx.insert(promotionPicture).values(row).onConflictDoNothing()
  return address
}

/** The picture at an address; undefined without one. */
export const promotionPictureAt = async (db: Db, address: string) =>
  (await db.select().from(promotionPicture).where(whereEquals(promotionPicture, { address })))[0]
