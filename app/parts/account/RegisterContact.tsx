import { PublicLink } from '#app/boot/PublicLink.tsx'
import { ContactFields } from '#app/parts/account/ContactFields.tsx'
import type { Draft } from '#app/parts/account/formDraft.ts'
import type { FieldErrors } from '#kit/account/useFormValidation.ts'
import { Checkbox } from '#kit/form/Checkbox.tsx'

/** Step 2 of the registration: contact data and consent. */
export function RegisterContact({ draft, errors }: { draft: Draft; errors: FieldErrors }) {
  return (
    <>
      <ContactFields values={draft} errors={errors} />
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
