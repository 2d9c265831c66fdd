import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { AuthLinks } from '#app/parts/account/AuthLinks.tsx'
import { RegisterContact } from '#app/parts/account/RegisterContact.tsx'
import { RegisterIdentity } from '#app/parts/account/RegisterIdentity.tsx'
import { RegisterStep } from '#app/parts/account/RegisterStep.tsx'
import { clearDraft, saveDraft, loadDraft } from '#app/parts/account/registrationDraft.ts'
import { useNow } from '#app/device/useNow.ts'
import { required, useFormValidation } from '#app/parts/account/useFormValidation.ts'
import { type Day, dayOf } from '#contract/dates.ts'
import { singleLine } from '#contract/fields/text.ts'
import { addUser } from '#contract/user/addUser.ts'
import { NewPassword } from '#contract/fields/password.ts'
import { Profile, RegistrationDraft, ageError } from '#contract/fields/profile.ts'
import { Alert } from '#kit/feedback/Alert.tsx'
import { Button } from '#kit/display/Button.tsx'
import { Form } from '#kit/form/Form.tsx'
import { AuthLayout } from '#kit/layout/AuthLayout.tsx'
import { SubmitError } from '#kit/form/SubmitError.tsx'
import { TextLink } from '#kit/display/TextLink.tsx'
import { useCallMutation } from '#kit/api/callQueries.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The second step of the registration, so that Back leads to the first. */
    contact?: boolean
  }
}

const identityOn = (today: Day) => {
  const { email, documentNumber } = RegistrationDraft.shape
  const { firstName, firstSurname, birthdate, sex } = Profile
  const old = z.refine<string>((born) => ageError(today, born) === null, {
    error: ({ input }) => ageError(today, String(input)) ?? '',
  })
  return z.object({
    email,
    firstName,
    firstSurname,
    documentNumber,
    birthdate: required(birthdate.check(old)),
    sex,
    password: required(NewPassword),
  })
}
const part = (max: number, subject: string, missing: string) =>
  singleLine(max, subject).check(z.minLength(1, missing))
const Contact = z.object({
  mobile: Profile.mobile,
  // Together, with two commas, no longer than an address may be.
  street: part(120, 'La calle', 'Escribí la calle y el número.'),
  city: part(40, 'La ciudad', 'Escribí la ciudad.'),
  country: part(36, 'El país', 'Escribí el país.'),
  consent: z.pipe(
    z.transform((ticked) => ticked === 'on'),
    // A box that is not ticked is not sent at all.
    z.nonoptional(addUser.request.shape.consent),
  ),
})

/**
 * Somebody new: who they are, then how to reach them. Both steps are one form, so that going back
 * and forth loses nothing; what was written survives a reload, but for the password.
 */
export default function Register() {
  const today = dayOf(useNow())
  const navigate = useNavigate()
  const { history } = useRouter()
  const asked = useLocation({ select: ({ state }) => state.contact === true })
  const [draft] = useState(loadDraft)
  // After a reload the password is to be written again, whatever the history says.
  const [known, setKnown] = useState(false)
  const atContact = known && asked
  const { wrong, read } = useFormValidation()
  const adding = useCallMutation(addUser)
  const step = useRef<HTMLHeadingElement>(null)
  const shown = useRef(atContact)
  useEffect(() => {
    if (shown.current !== atContact) step.current?.focus()
    shown.current = atContact
  }, [atContact])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const identity = read(form, identityOn(today))
    setKnown(identity !== null)
    if (!identity) return
    if (!atContact) {
      adding.reset()
      void navigate({ to: '/register', state: { contact: true } })
      return
    }
    const contact = read(form, Contact)
    if (!contact) return
    const { password, ...who } = identity
    const { mobile, street, city, country, consent } = contact
    const user = { ...who, mobile, address: [street, city, country].join(', ') }
    adding.mutate(
      { user, password, consent },
      {
        onSuccess: () => {
          clearDraft()
          const { email } = who
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
      <Form onSubmit={submit} onInput={(event) => saveDraft(event.currentTarget)}>
        {!atContact && draft.email !== undefined && (
          <Alert>Seguís donde quedaste. La contraseña no la guardamos: escribila de nuevo.</Alert>
        )}
        <RegisterStep ref={step} number={atContact ? 2 : 1} of={2}>
          {atContact ? 'Cómo te encontramos' : 'Quién sos'}
        </RegisterStep>
        <div hidden={atContact} className="contents">
          <RegisterIdentity draft={draft} wrong={wrong} today={today} />
        </div>
        <div hidden={!atContact} className="contents">
          <RegisterContact draft={draft} wrong={wrong} />
        </div>
        <SubmitError error={adding.error} />
        <Button type="submit" wide busy={adding.isPending}>
          {atContact ? 'Crear mi cuenta' : 'Seguir'}
        </Button>
        {atContact && (
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
