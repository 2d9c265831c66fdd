import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useSession } from '#app/context.ts'
import { EmailCodesForm } from '#app/features/profile/EmailCodesForm.tsx'
import { EmailRequestForm } from '#app/features/profile/EmailRequestForm.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The new address to which a code was sent: the step of the codes is shown, also after a reload. */
    newEmail?: string
  }
}

/** Changes the email in two steps: the new address with the password, then both codes. */
export function EmailChange() {
  const navigate = useNavigate()
  const { history } = useRouter()
  const newEmail = useLocation({ select: ({ state }) => state.newEmail })
  const email = useSession()?.user.email
  if (email === undefined) return null
  if (newEmail !== undefined && newEmail !== email)
    return <EmailCodesForm oldEmail={email} newEmail={newEmail} onAskAgain={() => history.back()} />
  return (
    <EmailRequestForm
      email={email}
      onSent={(sentTo) =>
        void navigate({
          to: '/editUser',
          search: { section: 'email' },
          state: { newEmail: sentTo },
        })
      }
    />
  )
}
