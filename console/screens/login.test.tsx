// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { ENROLMENT_CODE_REQUIRED, WRONG_ENROLMENT_CODE } from '#contract/fields/groupedCode.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { ApiError, noAnswer, transportError } from '#kit/api/apiError.ts'
import { renderConsole } from '#testing/browser/renderConsole.tsx'
import { EMPTY_LIST } from '#testing/fixtures/emptyList.ts'

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
const WRONG_CODE = new ApiError(DENIED, 'No es correcto.', { reason: 'wrong_second_factor' })
const database = {
  login: { user, loyalties: [], secondFactor: 'none' },
  roles: { list: [ROLES['1']] },
  membershipRequestList: { membershipRequests: [], reference: '', programmes: [], next: '' },
  objects: EMPTY_LIST,
  enrolSecondFactor: { secret: 'ABCDEFGHIJ', uri: 'otpauth://totp/Surtidor:elena?secret=ABC' },
  confirmSecondFactor: { userSessionToken: 'raised' },
}
afterEach(cleanup)

const write = async (desk: ReturnType<typeof renderConsole>) => {
  await desk.user.type(await screen.findByLabelText('Correo electrónico'), user.email)
  await desk.user.type(screen.getByLabelText('Contraseña'), 'demo-surtidor{Enter}')
}

describe('login and secondFactor', () => {
  test('asks for the code in a step of its own after the password, and opens the requested page', async () => {
    const login = { ...database.login, secondFactor: 'notShown' }
    const confirmSecondFactor = ({ code }: { code: string }) =>
      code === '123456' ? { userSessionToken: 'raised' } : WRONG_CODE
    const desk = renderConsole('/messages', null, { ...database, login, confirmSecondFactor })
    await write(desk)
    await screen.findByRole('heading', { name: 'Segundo factor' })
    const code = screen.getByLabelText('Código de tu segundo factor')
    expect(document.activeElement).toBe(code)
    expect(screen.queryByRole('alert')).toBeNull()
    await desk.user.type(code, '{Enter}')
    await screen.findByText('Ingresá el código de tu segundo factor.')
    await desk.user.type(code, '000000{Enter}')
    await screen.findByText('No es correcto.')
    expect(screen.queryByRole('alert')).toBeNull()
    await desk.user.clear(code)
    await desk.user.type(code, '123 456{Enter}')
    await screen.findByText(/^No hay nada en/)
    expect(desk.address()).toBe('/messages')
    expect(desk.session.current()?.secondFactor).toBe('shown')
    expect(localStorage.length).toBe(0)
  })

  test('the step of the second factor leads back to the password', async () => {
    const login = { ...database.login, secondFactor: 'notShown' }
    const desk = renderConsole('/requests', null, { ...database, login, logout: {} })
    await write(desk)
    await desk.user.click(await screen.findByRole('button', { name: 'Ingresar con otra cuenta' }))
    await screen.findByLabelText('Contraseña')
    expect(desk.session.current()).toBeNull()
    expect(desk.sentCalls.at(-1)?.name).toBe('logout')
  })

  test('makes an operator without a second factor enrol one first', async () => {
    const desk = renderConsole('/messages', null, database)
    await write(desk)
    await screen.findByRole('heading', { name: 'Activá tu segundo factor' })
    expect(desk.sentCalls.map(({ name }) => name)).not.toContain('objects')
    const { enrolSecondFactor } = database
    const password = screen.getByLabelText<HTMLInputElement>('Tu contraseña, otra vez')
    const code = screen.getByLabelText<HTMLInputElement>('Código de activación')
    await desk.user.type(password, 'demo-surtidor{Enter}')
    await screen.findByText(ENROLMENT_CODE_REQUIRED)
    expect(document.activeElement).toBe(code)
    await desk.user.type(code, '7kd2-mvx9{Enter}')
    await screen.findByText(/16 letras y números: revisá/)
    expect(desk.sentCalls.map(({ name }) => name)).not.toContain('enrolSecondFactor')
    desk.replies.enrolSecondFactor = new ApiError(DENIED, WRONG_ENROLMENT_CODE, {
      reason: 'wrong_enrolment_code',
    })
    await desk.user.type(code, '-7kd2-mvx9{Enter}')
    await screen.findByText(WRONG_ENROLMENT_CODE)
    expect(document.activeElement).toBe(code)
    expect([password.value, code.value]).toEqual(['demo-surtidor', '7kd2-mvx9-7kd2-mvx9'])
    desk.replies.enrolSecondFactor = enrolSecondFactor
    await desk.user.keyboard('{Enter}')
    await screen.findByText('ABCD EFGH IJ')
    const link = screen.getByRole('link', { name: 'Abrir en la app de códigos' })
    expect(link.getAttribute('href')).toBe(database.enrolSecondFactor.uri)
    await desk.user.type(screen.getByLabelText('Código que muestra la app'), '123456{Enter}')
    await screen.findByRole('heading', { name: 'Mensajes' })
    expect(desk.session.current()?.secondFactor).toBe('shown')
  })

  test('says that the session expired, and why that happens', async () => {
    const desk = renderConsole('/requests', { roles: ['1'] }, database)
    await screen.findAllByText('Ninguna espera una decisión.')
    desk.session.expire('token')
    await screen.findByText(/^Tu sesión venció/)
    expect(screen.getByText(/una sola por vez/)).toBeTruthy()
    expect(desk.address()).toBe('/login?returnUrl=%2Frequests')
  })

  test('says of a session that was ended elsewhere what this device has removed', async () => {
    const desk = renderConsole('/requests', { roles: ['1'] }, database)
    await screen.findAllByText('Ninguna espera una decisión.')
    desk.session.expire('token', 'session_ended')
    await screen.findByText(/desde otro dispositivo. Lo que no habías enviado se borró/)
    expect(screen.queryByText(/una sola por vez/)).toBeNull()
  })

  test('explains throttling, a lost connection and blocked cookies', async () => {
    const desk = renderConsole('/messages', null, { ...database, login: transportError(429) })
    await write(desk)
    await screen.findByText(/muchos intentos seguidos/)
    const again = () => desk.user.click(screen.getByRole('button', { name: 'Ingresar' }))
    desk.replies.login = noAnswer('offline')
    await again()
    await screen.findByText(/Necesitás conexión para ingresar/)
    desk.replies.login = database.login
    desk.replies.roles = new ApiError('88', 'Tu sesión venció. Ingresá de nuevo.')
    await again()
    await screen.findByText(/no guarda cookies/)
    desk.replies.roles = database.roles
    desk.replies.enrolSecondFactor = transportError(429)
    await again()
    const password = await screen.findByLabelText('Tu contraseña, otra vez')
    await desk.user.type(screen.getByLabelText('Código de activación'), '7KD2MVX97KD2MVX9')
    await desk.user.type(password, 'demo-surtidor{Enter}')
    await screen.findByText(/muchos intentos seguidos/)
  })
})
