import { USER } from '#contract/roles.ts'
import { service } from '#contract/service.ts'

/** Pushes nothing more to this session's device. A repeat changes nothing. */
export const removePush = service({
  group: 'push',
  name: 'removePush',
  access: [USER],
  changes: true,
  request: {},
  response: {},
})
