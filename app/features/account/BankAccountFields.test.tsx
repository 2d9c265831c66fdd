// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { BankAccountFields } from '#app/features/account/BankAccountFields.tsx'
import { BANKS } from '#contract/reference/banks.ts'
import { FormContext } from '#kit/form/Field.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
})
const show = (values: Record<string, string>) =>
  render(<BankAccountFields />, {
    wrapper: ({ children }) => (
      <FormContext value={{ values, errors: {}, isAtField: () => false }}>{children}</FormContext>
    ),
  })
const banks = () =>
  [...screen.getByLabelText<HTMLSelectElement>('Banco').options].map(({ value }) => value)

describe('BankAccountFields', () => {
  test.each([
    ['CC', ['Cuenta corriente', 'Caja de ahorro']],
    ['CA', ['Caja de ahorro', 'Cuenta corriente']],
  ])('lists the chosen account type %s first', (chosen, labels) => {
    show({ accountBankType: chosen })
    const select = screen.getByLabelText<HTMLSelectElement>('Tipo de cuenta')
    expect(select.value).toBe(chosen)
    const options = [...select.options].filter(({ value }) => value !== '')
    expect(options.map(({ label }) => label)).toEqual(labels)
  })

  test('offers the banks of the server’s list in its order, and a stored one that is not in it', () => {
    const received = [
      { code: 'Itaú', text: 'Itaú' },
      { code: 'Banco Nuevo', text: 'Banco Nuevo' },
    ]
    localStorage.setItem('banks', JSON.stringify(received))
    show({ accountBank: 'Brou' })
    expect(banks()).toEqual(['', 'Itaú', 'Banco Nuevo', 'Brou'])
  })

  test('offers the banks of this version before the server has sent a list', () => {
    show({})
    expect(banks()).toEqual(['', ...BANKS])
  })
})
