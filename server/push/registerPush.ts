import { registerPush } from '#contract/push/registerPush.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { registerSubscription } from '#db/messaging/pushSubscriptions.ts'
import { inOwnTransaction } from '#server/auth/reauthenticate.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse, sessionOver } from '#server/http/errors.ts'
import { isPushEndpoint } from '#server/push/pushEndpointAllowlist.ts'

export default defineHandler(registerPush, async (context, { device, detail }, caller) => {
  const { config, random, now } = context
  if (device.platform === 'web' && !isPushEndpoint(device.endpoint, config.push.origins))
    throw refuse('Este navegador usa un servicio de avisos que no conocemos.')
  const target =
    device.platform === 'web'
      ? device
      : { platform: device.platform, endpoint: device.token, p256dh: '', auth: '' }
  const id = await inOwnTransaction(context, caller, (tx) =>
    registerSubscription(tx, {
      ...target,
      id: uuidFrom(random(16)),
      sessionHash: caller.sessionHash,
      personId: caller.personId,
      detail,
      now: now(),
    }),
  )
  if (!id) throw sessionOver()
  return { id }
})
