import { toStamp } from '#contract/dates.ts'
import { type AccountSession, sessions } from '#contract/user/sessions.ts'
import { liveSessionsOf } from '#db/accounts/sessions.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

export default defineHandler(sessions, async ({ db, now }, _fields, caller) => {
  const rows = await liveSessionsOf(db, caller.personId, now())
  const all = rows.map(({ id, tokenHash, platform, device, createdAt, seenAt }) => ({
    sessionId: id,
    platform: platform as AccountSession['platform'],
    device,
    since: toStamp(createdAt),
    lastUse: toStamp(seenAt),
    current: tokenHash.equals(caller.sessionHash),
  }))
  return { sessions: all.toSorted((a, b) => Number(b.current) - Number(a.current)) }
})
