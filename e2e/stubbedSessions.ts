import { ROLES } from '#contract/pageAccess.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { PETROBRAS, UBER, USER } from '#contract/roles.ts'
import { login } from '#contract/user/login.ts'
import { logout } from '#contract/user/logout.ts'
import { roles } from '#contract/user/roles.ts'
import { ANA, type AppPage } from '#e2e/stubbedApp.ts'

export const PASSWORD = 'demo-surtidor'
const PEOPLE = { ana: ROLES[USER], carla: ROLES[UBER], diego: ROLES[PETROBRAS] }
export type Name = keyof typeof PEOPLE
const personOf = (text = '') => text.split(/[@-]/)[0] as Name

/**
 * Stubs the calls of a session. Each login starts one with a token of its own (`ana-1`, `ana-2`…),
 * logout ends it.
 * @returns the tokens of the sessions that have ended; a test adds one to let it expire
 */
export function stubSessions(app: AppPage): Set<string> {
  const ended = new Set<string>()
  let logins = 0
  app.stub(login, ({ user: email, password }) => {
    if (password !== PASSWORD) return { denied: 'No se puede.' }
    const { roles: _, loyalties, ...profile } = ANA.user
    const name = personOf(email)
    const userSessionToken = `${name}-${++logins}`
    return {
      user: { ...profile, email: `${name}@demo.surtidor.uy`, firstName: name, userSessionToken },
      loyalties,
      secondFactor: name === 'ana' ? ('none' as const) : ('shown' as const),
    }
  })
  app.stub(roles, (_, token) => ({ list: [PEOPLE[personOf(token)]] }))
  app.stub(getPayments, (_, token) => (ended.has(token) ? 'expired' : { payments: [] }))
  app.stub(logout, (_, token) => {
    ended.add(token)
    return {}
  })
  return ended
}
