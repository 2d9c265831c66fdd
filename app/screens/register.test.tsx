// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PERSONAL_PASSWORD } from '#contract/fields/password.ts'
import { INVALID_MOBILE } from '#contract/fields/profile.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { ApiError, noAnswer } from '#kit/api/apiError.ts'
import { errorOf, field, fillFields, press } from '#testing/browser/formSteps.ts'
import { type RenderedApp, type Replies, renderApp } from '#testing/browser/renderApp.tsx'

const PASSWORD = 'nafta del cielo'
const COMMON = 'Esa contraseña es de las primeras que cualquiera probaría. Elegí otra.'
const identity: Record<string, string> = {
  'Correo electrónico': ' Nadia@Demo.Surtidor.uy ',
  Nombre: 'Nadia',
  Apellido: 'Olivera',
  'Cédula de identidad': '1.234.567-2',
  'Fecha de nacimiento': '15021990',
}
const contact: Record<string, string> = {
  Celular: '099 123 456',
  'Calle y número': 'Rincón 820, apto 3',
  Ciudad: 'Minas',
}
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const nadia = (replies: Replies = { addUser: {} }) =>
  renderApp('/register', { name: null, replies })
async function first(app: RenderedApp) {
  await fillFields(app, { ...identity, Contraseña: PASSWORD })
  await app.user.selectOptions(await field('Sexo'), 'Femenino')
  await press(app, 'Seguir')
  await screen.findByRole('heading', { name: /Paso 2 de 2/ })
}
async function second(app: RenderedApp) {
  await fillFields(app, contact)
  await app.user.click(await screen.findByRole('checkbox'))
  await press(app, 'Crear mi cuenta')
}

describe('register', () => {
  test('registers in two steps and leads to the confirmation', async () => {
    const app = nadia()
    await first(app)
    expect(document.activeElement?.textContent).toContain('Cómo te encontramos')
    await second(app)
    expect(await screen.findByText(/Te escribimos a nadia@demo.surtidor.uy/)).toBeTruthy()
    expect(app.sentCalls).toEqual([
      {
        name: 'addUser',
        params: {
          user: {
            email: 'nadia@demo.surtidor.uy',
            firstName: 'Nadia',
            firstSurname: 'Olivera',
            documentNumber: '12345672',
            birthdate: '19900215',
            sex: 'F',
            mobile: '099 123 456',
            address: 'Rincón 820, apto 3, Minas, Uruguay',
          },
          password: PASSWORD,
          consent: true,
        },
      },
    ])
    expect(app.address()).toBe('/confirmAddUser')
    expect((await field('Correo electrónico')).value).toBe('nadia@demo.surtidor.uy')
    expect(sessionStorage.getItem('registration')).toBeNull()
  })

  test('shows the errors of each step and focuses the first', async () => {
    const app = nadia()
    await press(app, 'Seguir')
    for (const sentence of [
      'Escribí tu correo.',
      'Escribí tu nombre.',
      'Escribí tu apellido.',
      'Escribí tu cédula.',
      'Escribí tu fecha de nacimiento.',
      'Elegí tu sexo.',
      'Escribí una contraseña.',
    ])
      expect(screen.getByText(sentence)).toBeTruthy()
    expect(document.activeElement).toBe(await field('Correo electrónico'))
    await fillFields(app, {
      'Fecha de nacimiento': '2015-01-01',
      'Cédula de identidad': '1.234.567-0',
    })
    await press(app, 'Seguir')
    expect(screen.getByText('Para tener una cuenta hay que tener 16 años o más.')).toBeTruthy()
    expect(screen.getByText(/Esa cédula no es válida/)).toBeTruthy()
    await first(app)
    await press(app, 'Crear mi cuenta')
    expect(document.activeElement).toBe(await field('Celular'))
    const box = await screen.findByRole('checkbox')
    const says = document.getElementById(box.getAttribute('aria-describedby') ?? '')
    expect(says?.textContent).toBe('Para registrarte tenés que aceptar los términos y condiciones.')
    expect(screen.getByText('Escribí la calle y el número.')).toBeTruthy()
    expect(app.sentCalls).toEqual([])
  })

  test.each([
    ['Contraseña', 'corta', 'La contraseña tiene que tener entre 8 y 128 caracteres.'],
    ['Contraseña', 'boca1234', COMMON],
    ['Contraseña', 'Nadia.Olivera', PERSONAL_PASSWORD],
    ['Contraseña', 'nadia@demo', PERSONAL_PASSWORD],
    ['Celular', '12', INVALID_MOBILE],
    ['Celular', '2901 0000', INVALID_MOBILE],
    ['Celular', '099 123 45', INVALID_MOBILE],
  ])(
    'says in its step that %s %s is refused, before it is sent',
    async (label, typed, sentence) => {
      const app = nadia()
      if (label === 'Celular') await first(app)
      else await fillFields(app, identity)
      await fillFields(app, { [label]: typed })
      expect(screen.queryByText(sentence)).toBeNull()
      await app.user.tab({ shift: label === 'Contraseña' })
      expect(await errorOf(label)).toBe(sentence)
      await press(app, label === 'Celular' ? 'Crear mi cuenta' : 'Seguir')
      expect(await errorOf(label)).toBe(sentence)
      expect(app.sentCalls).toEqual([])
    },
  )

  test.each(['099 123 456', '+598 99 123 456', '94123456', '+54 9 11 2345 6789'])(
    'takes the mobile %s',
    async (typed) => {
      const app = nadia()
      await first(app)
      await fillFields(app, { Celular: typed })
      await app.user.tab()
      expect(await errorOf('Celular')).toBeUndefined()
    },
  )

  test('checks the password again when the mobile of step 2 is in it', async () => {
    const app = nadia()
    await fillFields(app, { ...identity, Contraseña: '099 123 456' })
    await app.user.selectOptions(await field('Sexo'), 'Femenino')
    await press(app, 'Seguir')
    await second(app)
    await screen.findByRole('heading', { name: /Paso 1 de 2/ })
    expect(await errorOf('Contraseña')).toBe(PERSONAL_PASSWORD)
    const password = await field('Contraseña')
    await waitFor(() => expect(document.activeElement).toBe(password))
    expect((await field('Celular')).value).toBe('099 123 456')
    expect(app.sentCalls).toEqual([])
  })

  test('shows a wrong mobile at its field, and keeps what was typed', async () => {
    const app = nadia({
      addUser: new ApiError(DENIED, INVALID_MOBILE, { reason: 'invalid_mobile' }),
    })
    await first(app)
    await second(app)
    const mobile = await field('Celular')
    await waitFor(() => expect(mobile.getAttribute('aria-invalid')).toBe('true'))
    expect(document.activeElement).toBe(mobile)
    const says = document.getElementById(
      mobile
        .getAttribute('aria-describedby')
        ?.split(' ')
        .find((id) => id.endsWith('error')) ?? '',
    )
    expect(says?.textContent).toBe(INVALID_MOBILE)
    expect(screen.getAllByText(INVALID_MOBILE)).toHaveLength(1)
    expect(mobile.value).toBe('099 123 456')
  })

  test.each([
    ['15/02/1990', null],
    ['1990-02-15', null],
    ['31/02/1990', 'Esa fecha de nacimiento no existe: revisá el día y el mes.'],
    ['febrero', 'Escribí tu fecha de nacimiento así: día/mes/año, por ejemplo 15/03/1987.'],
  ])('takes the birthdate %s as people type it, or says what is wrong', async (typed, sentence) => {
    const app = nadia()
    await fillFields(app, { 'Fecha de nacimiento': typed })
    await press(app, 'Seguir')
    const birthdate = await field('Fecha de nacimiento')
    expect(birthdate.getAttribute('aria-invalid')).toBe(String(sentence !== null))
    if (sentence) expect(screen.getByText(sentence)).toBeTruthy()
    expect(birthdate.value).toBe(typed.replace('1990-02-15', '15/02/1990'))
  })

  test('links to the terms before they are accepted', async () => {
    await first(nadia())
    const link = await screen.findByRole('link', { name: /Leer los términos/ })
    renderApp((link.getAttribute('href') ?? '').replace('#', ''), { name: null, replies: {} })
    expect(await screen.findByRole('heading', { name: 'Términos y condiciones' })).toBeTruthy()
  })

  test('keeps the fields when changing the step', async () => {
    const app = nadia()
    await first(app)
    await fillFields(app, contact)
    await press(app, 'Volver a mis datos')
    expect(await screen.findByRole('heading', { name: /Paso 1 de 2/ })).toBeTruthy()
    expect((await field('Contraseña')).value).toBe(PASSWORD)
    await press(app, 'Seguir')
    await screen.findByRole('heading', { name: /Paso 2 de 2/ })
    expect((await field('Calle y número')).value).toBe('Rincón 820, apto 3')
  })

  test('keeps the draft after a reload, without the password', async () => {
    const app = nadia()
    await first(app)
    await fillFields(app, contact)
    const kept = sessionStorage.getItem('registration') ?? ''
    expect(kept).toContain('Rincón 820')
    expect(JSON.stringify([kept, localStorage, sessionStorage])).not.toContain(PASSWORD)
    renderApp('/register', { name: null, replies: {}, sessionEntries: { registration: kept } })
    expect(await screen.findByText(/escribila de nuevo/)).toBeTruthy()
    expect((await field('Nombre')).value).toBe('Nadia')
    expect((await field('Sexo')).value).toBe('F')
    expect((await field('Ciudad')).value).toBe('Minas')
    expect((await field('Contraseña')).value).toBe('')
  })

  test('shows the server’s refusal and keeps the fields', async () => {
    const app = nadia({ addUser: noAnswer('offline') })
    await first(app)
    await second(app)
    expect(await screen.findByText(/Necesitás conexión para crear tu cuenta/)).toBeTruthy()
    app.replies.addUser = new ApiError(DENIED, COMMON, { reason: 'weak_password' })
    await press(app, 'Crear mi cuenta')
    // The refusal is about a field of the first step.
    await screen.findByRole('heading', { name: /Paso 1 de 2/ })
    expect(await errorOf('Contraseña')).toBe(COMMON)
    expect((await field('Contraseña')).value).toBe(PASSWORD)
    const password = await field('Contraseña')
    await waitFor(() => expect(document.activeElement).toBe(password))
    await fillFields(app, { Contraseña: 'otra frase mía' })
    app.replies.addUser = {}
    await press(app, 'Seguir')
    await press(app, 'Crear mi cuenta')
    await waitFor(() => expect(app.address()).toBe('/confirmAddUser'))
    expect(app.sentCalls.at(-1)?.params.password).toBe('otra frase mía')
  })
})
