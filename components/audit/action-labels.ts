/** What the log's names of actions mean to a person. A name that is not here is shown as it is. */

interface ActionGroup {
  label: string
  actions: Readonly<Record<string, string>>
}

/** Said of what was asked for, since an outcome of its own says whether it was done. */
export const ACTION_GROUPS: readonly ActionGroup[] = [
  {
    label: 'Users and orders',
    actions: {
      list_users: 'List users',
      search_directory: 'Search users',
      get_directory_user: 'See a user',
      get_directory_state: 'Ask how fresh the user list is',
      refresh_directory: 'Read the user list again',
      update_user: 'Change a user',
      get_latest_user_info: 'See demographics',
      update_user_info: 'Change demographics',
      list_orders: 'List orders',
      get_overview: 'Count orders',
      list_critical_orders: 'See critical results',
      acknowledge_critical_order: 'Acknowledge a critical result',
      advance_order: 'Advanced a sandbox order',
      list_views: 'List saved views',
      count_views: 'Count the orders of views',
      save_view: 'Save a view',
      change_view: 'Change a saved view',
      delete_view: 'Delete a saved view',
      restore_view: 'Restore a saved view',
      set_own_view: 'Choose the first view',
      set_role_view: 'Choose the first view of a role',
      get_stuck_limits: 'See when an order is stuck',
      change_stuck_limits: 'Change when an order is stuck',
      list_markers: 'List markers',
      list_catalogue: 'See the catalog',
      save_catalogue_entries: 'Change the catalog',
      remove_catalogue_entry: 'Remove from the catalog',
      get_service_centers: 'Find service centers',
      locate_zips: 'Find ZIP codes on the map',
      book_phlebotomy_appointment: 'Book an appointment',
      list_bookings: 'List bookings',
      get_booking: 'See a booking',
      set_booking_state: 'Set the state of a booking',
    },
  },
  {
    label: 'Connections and access',
    actions: {
      list_user_providers: 'See connections',
      search_directory_connections: 'List connections of all users',
      count_directory_sources: 'Count connections by source',
      deregister_provider: 'Disconnect a source',
      bulk_import_connections: 'Import connections',
      create_link_token: 'Make a link token',
      create_link_code: 'Make a link code',
      create_portal_url: 'Make a portal link',
      create_sign_in_token: 'Make a sign-in token',
    },
  },
  {
    label: 'Seen or taken out',
    actions: {
      reveal_patient_data: 'Show patient data',
      show_secret: 'Show a secret',
      copy_secret: 'Copy a secret',
      export_orders: 'Export orders',
      export_users: 'Export users',
      export_connections: 'Export connections',
      print_hand_out: 'Print a hand-out',
      enter_production: 'Enter production',
      report_action: 'Report an action',
      list_audit: 'Read the audit log',
      count_subject_views: 'See who looked',
      export_audit: 'Export the audit log',
    },
  },
  {
    label: 'Sign-in',
    actions: {
      sign_in: 'Sign in',
      sign_in_password_accepted: 'Sign in, password accepted',
      sign_in_identity_accepted: 'Sign in, identity accepted',
      sign_in_failed: 'Sign in, not accepted',
      wrong_service_keys: 'Try too many service keys',
      second_factor_failed: 'Sign in, code not accepted',
      recovery_code_used: 'Sign in by recovery code',
      sign_out: 'Sign out',
      session_revoked: 'End a session',
      password_changed: 'Change own password',
      second_factor_enabled: 'Turn on second factor',
      second_factor_disabled: 'Turn off second factor',
      recovery_codes_replaced: 'Make recovery codes',
    },
  },
  {
    label: 'Staff',
    actions: {
      administrator_set_up: 'Set up the first administrator',
      staff_invited: 'Invite someone',
      invitation_accepted: 'Accept an invitation',
      staff_joined: 'Join by single sign-on',
      staff_reset_requested: 'Ask for a reset of access',
      staff_reset_declined: 'Decline a reset of access',
      list_notices: 'See notices',
      dismiss_notices: 'Dismiss notices',
      sign_in_limited: 'Too many tries to sign in',
      identity_linked: 'Link an identity for single sign-on',
      staff_updated: 'Change someone’s rights',
      staff_disabled: 'Disable someone',
      staff_enabled: 'Enable someone',
      staff_access_reset: 'Reset someone’s access',
      list_staff: 'List staff',
    },
  },
]

/** What was done has one name in the log, and the call that was refused another: to a person they are one. */
const REFUSED_AS: Readonly<Record<string, string>> = {
  invite_staff: 'staff_invited',
  update_staff: 'staff_updated',
  reset_staff_access: 'staff_access_reset',
  decline_staff_reset: 'staff_reset_declined',
}

const WORDS: ReadonlyMap<string, string> = new Map(ACTION_GROUPS.flatMap(({ actions }) => Object.entries(actions)))

export function actionLabel(action: string): string | null {
  return WORDS.get(REFUSED_AS[action] ?? action) ?? null
}

/** Whose page the first id of an entry is; calls that can be about either are not here. */
const PAGES: Readonly<Record<string, 'users' | 'orders'>> = {
  get_directory_user: 'users',
  update_user: 'users',
  get_latest_user_info: 'users',
  update_user_info: 'users',
  list_user_providers: 'users',
  deregister_provider: 'users',
  create_link_token: 'users',
  create_link_code: 'users',
  create_portal_url: 'users',
  create_sign_in_token: 'users',
  book_phlebotomy_appointment: 'orders',
  get_booking: 'orders',
  set_booking_state: 'orders',
  advance_order: 'orders',
}

export function subjectHref(action: string, environment: string | null, id: string): string | null {
  const page = PAGES[action]
  return page && environment ? `/${environment}/${page}/${id}` : null
}

/** All names under which the log holds what a filter asks for. */
export function actionNames(action: string): string[] {
  const others = Object.entries(REFUSED_AS).filter(([, done]) => done === action)
  return [action, ...others.map(([name]) => name)]
}
