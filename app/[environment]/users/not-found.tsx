import { NoUser } from '#components/users/detail/no-user.tsx'

export default function UserNotFound() {
  return <NoUser />
}
