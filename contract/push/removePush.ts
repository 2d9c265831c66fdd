import { defineCall } from '#contract/call.ts'
import { USER } from '#contract/roles.ts'

/** Pushes nothing more to this session's device. A repeat changes nothing. */
export const removePush = defineCall('push', 'removePush', {
  access: [USER],
  changes: true,
})
