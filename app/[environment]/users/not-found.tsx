import { NoUser } from '#components/users/detail/user-frame.tsx'

export default function UserNotFound() {
  return <NoUser />
}
