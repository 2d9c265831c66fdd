import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/core/db.ts'
import { promotionPictureAt } from '#db/messaging/promotionPictures.ts'

/**
 * Answers the pictures of promotions. A picture never changes: another one has another address. The address
 * of a draft's picture cannot be guessed.
 */
export function registerPromotionPictures(http: FastifyInstance, db: Db): void {
  http.get<{ Params: { file: string } }>(
    '/promotions/:file(^[\\da-f-]{36}\\.(?:jpg|png|webp)$)',
    async ({ params }, reply) => {
      const found = await promotionPictureAt(db, `/promotions/${params.file}`)
      if (!found) return reply.callNotFound()
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type(found.mediaType)
        .send(found.bytes)
    },
  )
}
