import type { Config } from '#server/config.ts'
import { apnsSender } from '#server/push/apns.ts'
import { fcmSender } from '#server/push/fcm.ts'
import type { PushSenders } from '#server/push/pushJob.ts'
import { webPushSender } from '#server/push/webPush.ts'

/** The ways of pushing that the settings have credentials for. */
export function createPushSenders(config: Config): PushSenders {
  const { serviceAccount, apns } = config.push
  return {
    web: webPushSender(config),
    android: serviceAccount && fcmSender(serviceAccount),
    ios: apns && apnsSender(apns),
  }
}
