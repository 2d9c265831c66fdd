import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '#app/context.ts'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import { type Role, USER } from '#contract/roles.ts'
import { userData } from '#contract/user/userData.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { IconButton } from '#kit/display/IconButton.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { linkClasses } from '#kit/style/linkClasses.ts'
import { Approvals } from '#shared/approvals/Approvals.tsx'

/** A chunk of its own: most sessions have shown the factor at login. */
const importFactor = () => import('#app/features/secondFactor/OperatorSecondFactor.tsx')
const SecondFactorCard = lazyComponent(async () => (await importFactor()).SecondFactorCard)
const ReplaceSecondFactorSheet = lazyComponent(
  async () => (await importFactor()).ReplaceSecondFactorSheet,
)

/**
 * Conductores: the sponsor decides on the drivers' requests. A session that has not shown its second
 * factor shows or enrols it here first.
 */
export default function ListDrivers() {
  const user = useSession()?.user
  const query = useCallQuery(userData, {})
  const isShown = query.data?.secondFactor === 'shown'
  if (!user) return null
  return (
    <AppScreen title="Conductores" full actions={isShown && <NewFactor />}>
      {isShown ? (
        <Approvals approver={{ email: user.email, roles: user.roles.map(({ code }) => code) }} />
      ) : (
        <QueryView query={query} skeleton={<Skeleton shape="row" count={5} />}>
          {({ secondFactor }) => <SecondFactorCard enrolled={secondFactor === 'notShown'} />}
        </QueryView>
      )}
      <ConsoleLink roles={user.roles} />
    </AppScreen>
  )
}

function NewFactor() {
  const [open, setOpen] = useState(false)
  // Each opening starts again with the password.
  const [times, setTimes] = useState(0)
  return (
    <>
      <IconButton
        label="Cambiar tu segundo factor"
        aria-haspopup="dialog"
        icon={<ShieldCheck aria-hidden="true" />}
        onClick={() => {
          setTimes(times + 1)
          setOpen(true)
        }}
      />
      {times > 0 && (
        <ReplaceSecondFactorSheet key={times} open={open} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

/** The way to the console, for roles that have pages there: all but the driver's. */
function ConsoleLink({ roles }: { roles: readonly Role[] }) {
  if (roles.every(({ code }) => code === USER)) return null
  return (
    <p className="flex flex-wrap items-center gap-x-2 border-t border-line pt-3 text-soft">
      ¿Preferís trabajar en la computadora?
      <a href="/consola/" className={linkClasses}>
        Abrir la consola
      </a>
    </p>
  )
}
