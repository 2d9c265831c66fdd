import type { Context } from '#server/context.ts'

/** A session token or binder: 256 random bits. The database stores only its SHA-256. */
export const newToken = (random: Context['random']) => random(32).toString('base64url')
