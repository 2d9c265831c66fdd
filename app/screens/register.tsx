import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useNow } from '#app/device/useNow.ts'
import { ContactFields, IdentityFields } from '#app/features/account/PersonFields.tsx'
import { addressFields, joinAddress } from '#app/features/account/postalAddress.ts'
import { RegisterStep } from '#app/features/account/RegisterStep.tsx'
import { PublicLink } from '#app/firstScreen/PublicLink.tsx'
import { REGISTRATION } from '#app/session/session.ts'
import { type Day, dayOf } from '#contract/dates.ts'
import { ageError } from '#contract/fields/birthdate.ts'
import { typedMobile } from '#contract/fields/mobile.ts'
import { Profile, REFUSED_FIELDS, RegistrationDraft } from '#contract/fields/profile.ts'
import { addUser } from '#contract/user/addUser.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { TextLink } from '#kit/display/RouteLink.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { EmailField } from '#kit/form/EmailField.tsx'
import { Field } from '#kit/form/Field.tsx'
import { Form, type FormTexts, requiredText, SubmitError, useForm } from '#kit/form/Form.tsx'
import { useDraft } from '#kit/form/useDraft.ts'
import { AuthLayout } from '#kit/layout/AuthLayout.tsx'
import { AuthLinks } from '#shared/account/AuthLinks.tsx'
import { choosablePassword } from '#shared/account/choosablePassword.ts'
import { NewPasswordField } from '#shared/account/NewPasswordField.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Step 2 of the registration is shown, so that Back leads to step 1. */
    contact?: boolean
  }
}

const identitySchema = (today: Day, typed: FormTexts) => {
  const { email, documentNumber } = RegistrationDraft.shape
  const { firstName, firstSurname, birthdate, sex } = Profile.shape
  const adult = z.refine<string>((birthdate) => ageError(today, birthdate) === null, {
    error: ({ input }) => ageError(today, String(input)) ?? '',
  })
  return z.object({
    email,
    firstName,
    firstSurname,
    documentNumber,
    birthdate: requiredText(birthdate.check(adult)),
    sex,
    password: requiredText(choosablePassword(typed)),
  })
}
const Contact = z.object({
  mobile: typedMobile(),
  ...addressFields,
  consent: z.pipe(
    z.transform((value) => value === 'on'),
    // An unchecked checkbox is not part of the form data.
    z.nonoptional(addUser.request.shape.consent),
  ),
})

/**
 * Registration in two steps of one form, so that changing the step loses nothing. The draft
 * survives a reload, without the password.
 */
export default function Register() {
  const today = dayOf(useNow())
  const navigate = useNavigate()
  const { history } = useRouter()
  const isContactInHistory = useLocation({ select: ({ state }) => state.contact === true })
  const draft = useDraft(REGISTRATION, ['password'])
  // After a reload the password is empty, so step 1 is shown whatever the history state says.
  const [isIdentityValid, setIsIdentityValid] = useState(false)
  const isContactStep = isIdentityValid && isContactInHistory
  const form = useForm({
    values: { country: 'Uruguay', ...draft.stored },
    refusedFields: REFUSED_FIELDS,
    checks: { password: choosablePassword, mobile: typedMobile },
  })
  const registration = useCallMutation(addUser)

  const submit = () => {
    const identity = form.validate((typed) => identitySchema(today, typed))
    setIsIdentityValid(identity !== null)
    if (!identity) return
    if (!isContactStep) {
      registration.reset()
      // After a reload in step 2 the entry of step 1 is still the one before.
      void navigate({
        to: '/register',
        state: { contact: true },
        replace: isContactInHistory,
      })
      return
    }
    const contact = form.validate(Contact)
    if (!contact) return
    const { password, ...profile } = identity
    const { mobile, consent } = contact
    const user = { ...profile, mobile, address: joinAddress(contact) }
    registration.mutate(
      { user, password, consent },
      {
        onError: (error) => {
          const field = form.showRefusal(error)
          if (field && !(field in Contact.shape)) history.back()
        },
        onSuccess: () => {
          draft.clear()
          const { email } = profile
          void navigate({
            to: '/confirmAddUser',
            replace: true,
            state: { email, mailed: true },
          })
        },
      },
    )
  }

  return (
    <AuthLayout title="Creá tu cuenta" lead="Es gratis, y lleva un par de minutos.">
      <Form
        form={form}
        onSubmit={submit}
        onInput={(event) => draft.save(new FormData(event.currentTarget))}
      >
        {!isContactStep && draft.stored.email !== undefined && (
          <Alert>Seguís donde quedaste. La contraseña no la guardamos: escribila de nuevo.</Alert>
        )}
        <RegisterStep number={isContactStep ? 2 : 1} total={2}>
          {isContactStep ? 'Cómo te encontramos' : 'Quién sos'}
        </RegisterStep>
        <div hidden={isContactStep} className="contents">
          <EmailField />
          <IdentityFields>
            <Field
              label="Cédula de identidad"
              hint="Con el dígito verificador, por ejemplo 1.234.567-2."
              name="documentNumber"
              autoComplete="off"
              inputMode="numeric"
              maxLength={20}
            />
          </IdentityFields>
          <NewPasswordField label="Contraseña" />
        </div>
        <div hidden={!isContactStep} className="contents">
          <ContactFields />
          <div>
            <Checkbox name="consent" defaultChecked={draft.stored.consent === 'on'}>
              Acepto los términos y condiciones, y que usen mis datos como dicen.
            </Checkbox>
            <p className="pl-8.5">
              <PublicLink to="/termandCondition" apart>
                Leer los términos
              </PublicLink>
            </p>
          </div>
        </div>
        <SubmitError action="crear tu cuenta" mutation={registration} />
        <Button type="submit" wide busy={registration.isPending}>
          {isContactStep ? 'Crear mi cuenta' : 'Seguir'}
        </Button>
        {isContactStep && (
          <Button kind="plain" wide onClick={() => history.back()}>
            Volver a mis datos
          </Button>
        )}
      </Form>
      <AuthLinks>
        <TextLink to="/login">Ya tengo cuenta</TextLink>
      </AuthLinks>
    </AuthLayout>
  )
}
