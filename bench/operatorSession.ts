import { Secret, TOTP } from 'otpauth'
import type { AnswerOf } from '#contract/call.ts'
import { pathOf } from '#contract/call.ts'
import { CLIENT_PROGRAMS } from '#contract/clientProgram.ts'
import { requestHeader } from '#contract/header.ts'
import { ADMINISTRADOR } from '#contract/roles.ts'
import { login } from '#contract/user/login.ts'
import { DEMO_PASSWORD, DEMO_SECOND_FACTOR } from '#db/demo/demoPeople.ts'

/** Signs elena in. @returns the session as the console stores it, and the cookies that it needs */
export async function operatorSession(home: string) {
  const [now, email] = [new Date(), 'elena@demo.surtidor.uy']
  const { netDescription } = CLIENT_PROGRAMS.console
  const header = requestHeader({
    now,
    random: 0.5,
    platform: 'b',
    token: '',
    user: email,
    lastUpdate: '',
    netDescription,
  })
  const answer = await fetch(`${home}api/${pathOf(login)}`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({
      requestHeader: header,
      user: email,
      password: DEMO_PASSWORD,
      secondFactor: TOTP.generate({ secret: Secret.fromBase32(DEMO_SECOND_FACTOR) }),
    }),
  })
  const { user } = (await answer.json()) as AnswerOf<typeof login>
  const { firstName, firstSurname, userSessionToken } = user
  const entry = {
    email,
    firstName,
    firstSurname,
    roles: [ADMINISTRADOR],
    userSessionToken,
    secondFactor: 'shown',
  }
  const cookies = answer.headers.getSetCookie().map((cookie) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    return { name, value, url: name.startsWith('XSRF') ? home : `${home}api/` }
  })
  return { entry, cookies }
}
