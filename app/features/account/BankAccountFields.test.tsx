// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { BankAccountFields } from '#app/features/account/BankAccountFields.tsx'
import { FormContext } from '#kit/form/Field.tsx'

afterEach(cleanup)

describe('BankAccountFields', () => {
  test.each([
    ['CC', ['Cuenta corriente', 'Caja de ahorro']],
    ['CA', ['Caja de ahorro', 'Cuenta corriente']],
  ])('lists the chosen account type %s first', (chosen, labels) => {
    render(<BankAccountFields />, {
      wrapper: ({ children }) => (
        <FormContext
          value={{ values: { accountBankType: chosen }, errors: {}, isAtField: () => false }}
        >
          {children}
        </FormContext>
      ),
    })
    const select = screen.getByLabelText<HTMLSelectElement>('Tipo de cuenta')
    expect(select.value).toBe(chosen)
    const options = [...select.options].filter(({ value }) => value !== '')
    expect(options.map(({ label }) => label)).toEqual(labels)
  })
})
