import { NoUser } from '#components/features/user/no-user.tsx'

export default function UserNotFound() {
  return <NoUser />
}
