// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { ROLES } from '#contract/pageAccess.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { SECOND_FACTOR_REQUIRED } from '#contract/user/login.ts'
import { ApiError, noAnswer, transportError } from '#kit/api/apiError.ts'
import { renderConsole } from '#testing/renderConsole.tsx'

/** Elena is an operator with the role Administrador. */
const user = {
  email: 'elena@demo.surtidor.uy',
  firstName: 'Elena',
  firstSurname: 'Rodríguez',
  documentNumber: '',
  birthdate: '19800101',
  sex: 'F',
  mobile: '',
  address: '',
  userSessionToken: 'token',
}
const nothing = { membershipRequests: [], reference: '', programmes: [], next: '' }
const database = {
  login: { user, loyalties: [] },
  roles: { list: [ROLES['1']] },
  membershipRequestList: nothing,
  contactMessages: { messages: [], next: '' },
  enrolSecondFactor: { secret: 'ABCDEFGHIJ', uri: 'otpauth://totp/Surtidor:elena?secret=ABC' },
  confirmSecondFactor: {},
}
afterEach(cleanup)

const write = async (desk: ReturnType<typeof renderConsole>) => {
  await desk.user.type(await screen.findByLabelText('Correo electrónico'), user.email)
  await desk.user.type(screen.getByLabelText('Contraseña'), 'demo-surtidor{Enter}')
}

describe('login and secondFactor', () => {
  test('asks for the code after the right password, and opens the requested page', async () => {
    const login = ({ secondFactor }: { secondFactor: string }) =>
      secondFactor ? database.login : new ApiError(DENIED, SECOND_FACTOR_REQUIRED)
    const desk = renderConsole('/messages', null, { ...database, login })
    await write(desk)
    const code = await screen.findByLabelText('Código de tu segundo factor')
    expect(document.activeElement).toBe(code)
    expect(screen.queryByRole('alert')).toBeNull()
    await desk.user.type(code, '{Enter}')
    await screen.findByText(SECOND_FACTOR_REQUIRED)
    await desk.user.type(code, '123 456{Enter}')
    await screen.findByText('Estás al día')
    expect(desk.address()).toBe('/messages')
    expect(desk.asked.filter(({ service }) => service === 'login')).toMatchObject([
      { params: { secondFactor: '' } },
      { params: { secondFactor: '123456' } },
    ])
    expect(localStorage.length).toBe(0)
  })

  test('makes an operator without a second factor enrol one first', async () => {
    const desk = renderConsole('/messages', null, database)
    await write(desk)
    await screen.findByRole('heading', { name: 'Tu segundo factor' })
    expect(desk.asked.map(({ service }) => service)).not.toContain('contactMessages')
    await desk.user.type(screen.getByLabelText('Tu contraseña, otra vez'), 'demo-surtidor{Enter}')
    await screen.findByText('ABCD EFGH IJ')
    const link = screen.getByRole('link', { name: 'Abrir en la app de códigos' })
    expect(link.getAttribute('href')).toBe(database.enrolSecondFactor.uri)
    await desk.user.type(screen.getByLabelText('Código que muestra la app'), '123456{Enter}')
    await screen.findByRole('heading', { name: 'Solicitudes' })
    expect(desk.session.current()?.secondFactor).toBe(true)
  })

  test('says that the session expired, and why that happens', async () => {
    const desk = renderConsole('/requests', { roles: ['1'] }, database)
    await screen.findByText('Sin solicitudes')
    desk.session.expire('token')
    await screen.findByText(/^Tu sesión venció/)
    expect(screen.getByText(/una sola sesión por vez/)).toBeTruthy()
    expect(desk.address()).toBe('/login?returnUrl=%2Frequests')
  })

  test('explains throttling, a lost connection and blocked cookies', async () => {
    const desk = renderConsole('/messages', null, { ...database, login: transportError(429) })
    await write(desk)
    await screen.findByText(/muchos intentos seguidos/)
    const again = () => desk.user.click(screen.getByRole('button', { name: 'Ingresar' }))
    desk.replies.login = noAnswer('offline')
    await again()
    await screen.findByText(/No pudimos conectarnos/)
    desk.replies.login = database.login
    desk.replies.roles = new ApiError('88', 'Tu sesión venció. Ingresá de nuevo.')
    await again()
    await screen.findByText(/no guarda cookies/)
    desk.replies.roles = database.roles
    desk.replies.enrolSecondFactor = transportError(429)
    await again()
    const password = await screen.findByLabelText('Tu contraseña, otra vez')
    await desk.user.type(password, 'demo-surtidor{Enter}')
    await screen.findByText(/muchos intentos seguidos/)
  })
})
