import { DAY_MS } from '#contract/dates.ts'
import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { GENERIC_PUSH, pushTarget } from '#contract/entities/pushMessage.ts'
import type { PushJobData } from '#db/messaging/pushJobs.ts'
import { pushToSend, removeSubscription } from '#db/messaging/pushSubscriptions.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { type Job, JobFailure } from '#server/jobs/job.ts'
import { apnsSender, fcmSender } from '#server/push/nativePush.ts'
import type { PushResult, PushSender } from '#server/push/pushTransport.ts'
import { webPushSender } from '#server/push/webPush.ts'

const { General, Message, Promotion, Consumption, Pay, Voucher } = NOTIFICATION_TYPES

/** The way of pushing to each platform; undefined: devices are registered, and nothing is sent. */
type PushSenders = Record<'web' | 'android' | 'ios', PushSender | undefined>

/** The ways of pushing that the settings have credentials for. */
export const pushSenders = (config: Config): PushSenders => ({
  web: webPushSender(config),
  android: config.push.serviceAccount && fcmSender(config.push.serviceAccount),
  ios: config.push.apns && apnsSender(config.push.apns),
})

/**
 * Pushes one notification to one device. A crash after the request sends it twice; the service and the
 * device then show one, by the id of the notification.
 */
export const pushJob = (senders: PushSenders): Job<PushJobData> => ({
  queue: 'push',
  concurrency: 4,
  pollSeconds: 1,
  run: async (context, data) => {
    const now = context.now()
    const found = await pushToSend(context.db, data, now)
    const send = found && senders[found.platform]
    if (!found || !send) return
    const until = data.until ? new Date(data.until) : new Date(found.at.getTime() + DAY_MS)
    const ttl = Math.floor((until.getTime() - now.getTime()) / 1_000)
    const { platform, type, url, at, detail } = found
    if (ttl <= 0) return context.metrics.pushes.inc({ platform, result: 'expired' })
    const message = {
      ...pushText(found, detail),
      id: data.notification,
      to: data.subscription,
      ...pushTarget(type, url),
      at: at.getTime(),
    }
    const urgent = type !== Promotion
    const result = await send(found, message, { ttl, urgent, now })
    context.metrics.pushes.inc({ platform, result: result.kind })
    await follow(context, data, result)
  },
})

async function follow(context: Context, data: PushJobData, result: PushResult): Promise<void> {
  const { db, jobs, log } = context
  const { subscription } = data
  switch (result.kind) {
    case 'sent':
      return
    case 'gone':
      await removeSubscription(db, { id: subscription })
      log.info(
        { event: 'push.forgotten', subscription },
        'A device is not pushed to any more: its push service does not know it.',
      )
      return
    case 'refused':
      log.warn(
        { event: 'push.refused', subscription, reason: result.reason },
        'A push service refuses a message; it is not tried again.',
      )
      return
    case 'unauthorised':
      log.error(
        { event: 'push.unauthorised', subscription, reason: result.reason },
        'A push service refuses the credentials of the server.',
      )
      return
    case 'retry':
      if (result.afterSeconds === undefined) throw new JobFailure(result.reason)
      // The service names the wait; the queue's own waits are for those that do not.
      await jobs.add(db, 'push', data, { startAfter: Math.max(1, result.afterSeconds) })
  }
}

/** The text of each type on a locked screen when its owner has not allowed more. */
const SENTENCES: Record<number, string> = {
  [General]: 'Tenés una novedad sobre tu cuenta o tu solicitud.',
  [Message]: 'Tenés una novedad sobre un mensaje que mandaste.',
  [Promotion]: 'Hay una promoción para vos.',
  [Consumption]: 'Registramos una carga tuya.',
  [Pay]: 'Tenés una novedad sobre un pago.',
  [Voucher]: 'Recibiste un vale.',
}
/** Longer texts do not fit on a screen, nor in the 4 kB of a message with accents. */
const LONGEST = 500

/**
 * Title and text of a pushed notification. Without the person's leave they say no more than its type.
 * @param detail whether the person lets the locked screen show title and text
 */
function pushText(
  { type, title, text }: { type: number; title: string; text: string },
  detail: boolean,
): { title: string; text: string } {
  if (!detail) return { title: GENERIC_PUSH.title, text: SENTENCES[type] ?? GENERIC_PUSH.text }
  return { title: shortened(title), text: shortened(text) }
}

/** A cut through a character of two units leaves none of it. */
const shortened = (text: string) =>
  text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).replace(/[\ud800-\udbff]$/, '')}…`
