import { PublicLink } from '#app/boot/PublicLink.tsx'
import { FieldPair } from '#app/parts/account/FieldPair.tsx'
import type { Draft } from '#app/parts/account/formDraft.ts'
import type { FieldErrors } from '#kit/account/useFormValidation.ts'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { Field } from '#kit/form/Field.tsx'

/** Step 2 of the registration: contact data and consent. */
export function RegisterContact({ draft, errors }: { draft: Draft; errors: FieldErrors }) {
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
        error={errors.mobile}
      />
      <Field
        label="Calle y número"
        name="street"
        autoComplete="address-line1"
        maxLength={120}
        defaultValue={draft.street}
        error={errors.street}
      />
      <FieldPair>
        <Field
          label="Ciudad"
          name="city"
          autoComplete="address-level2"
          maxLength={40}
          defaultValue={draft.city}
          error={errors.city}
        />
        <Field
          label="País"
          name="country"
          autoComplete="country-name"
          maxLength={36}
          defaultValue={draft.country ?? 'Uruguay'}
          error={errors.country}
        />
      </FieldPair>
      <div>
        <Checkbox name="consent" defaultChecked={draft.consent === 'on'} error={errors.consent}>
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
