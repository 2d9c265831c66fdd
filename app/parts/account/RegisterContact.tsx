import { PublicLink } from '#app/boot/PublicLink.tsx'
import { FieldPair } from '#app/parts/account/FieldPair.tsx'
import type { Draft } from '#app/parts/account/registrationDraft.ts'
import type { FieldErrors } from '#app/parts/account/useFormValidation.ts'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { Field } from '#kit/form/Field.tsx'

/** The second step of a registration: how to reach them, and that they agree. */
export function RegisterContact({ draft, wrong }: { draft: Draft; wrong: FieldErrors }) {
  return (
    <>
      <Field
        label="Celular"
        hint="Por ejemplo 099 123 456."
        name="mobile"
        type="tel"
        autoComplete="tel"
        maxLength={30}
        defaultValue={draft.mobile}
        error={wrong.mobile}
      />
      <Field
        label="Calle y número"
        name="street"
        autoComplete="address-line1"
        maxLength={120}
        defaultValue={draft.street}
        error={wrong.street}
      />
      <FieldPair>
        <Field
          label="Ciudad"
          name="city"
          autoComplete="address-level2"
          maxLength={40}
          defaultValue={draft.city}
          error={wrong.city}
        />
        <Field
          label="País"
          name="country"
          autoComplete="country-name"
          maxLength={36}
          defaultValue={draft.country ?? 'Uruguay'}
          error={wrong.country}
        />
      </FieldPair>
      <div>
        <Checkbox name="consent" defaultChecked={draft.consent === 'on'} error={wrong.consent}>
          Acepto los términos y condiciones, y que usen mis datos como dicen.
        </Checkbox>
        <p className="pl-8.5">
          <PublicLink to="/termandCondition" apart>
            Leer los términos
          </PublicLink>
        </p>
      </div>
    </>
  )
}
