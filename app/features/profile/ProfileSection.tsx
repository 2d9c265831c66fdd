import { ProfileForm } from '#app/features/profile/ProfileForm.tsx'
import { userData } from '#contract/user/userData.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { QueryView } from '#kit/feedback/QueryView.tsx'
import { Skeleton } from '#kit/feedback/Skeleton.tsx'

/** The profile as the server has it now, to be changed. */
export function ProfileSection() {
  const query = useCallQuery(userData, {})
  return (
    <QueryView query={query} skeleton={<Skeleton shape="chart" count={2} />}>
      {({ user }) => <ProfileForm user={user} />}
    </QueryView>
  )
}
