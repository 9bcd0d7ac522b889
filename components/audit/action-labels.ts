/** Labels of the actions in the audit log. An action without one is shown by its name. */

interface ActionGroup {
  label: string
  actions: Readonly<Record<string, string>>
}

/** In the past tense, as the best audit logs have it; the outcome beside it says whether it worked. */
export const ACTION_GROUPS: readonly ActionGroup[] = [
  {
    label: 'Users and orders',
    actions: {
      list_users: 'Listed users',
      search_directory: 'Searched users',
      get_directory_user: 'Viewed user',
      get_directory_state: 'Checked age of user list',
      refresh_directory: 'Refreshed user list',
      update_user: 'Changed user',
      get_latest_user_info: 'Viewed demographics',
      update_user_info: 'Changed demographics',
      list_orders: 'Listed orders',
      get_overview: 'Viewed overview',
      list_critical_orders: 'Viewed critical results',
      acknowledge_critical_order: 'Acknowledged critical result',
      advance_order: 'Advanced sandbox order',
      list_views: 'Listed saved views',
      count_views: 'Counted orders in saved views',
      save_view: 'Saved view',
      change_view: 'Changed saved view',
      delete_view: 'Deleted saved view',
      restore_view: 'Restored saved view',
      set_own_view: 'Chose own default view',
      set_role_view: 'Chose default view for role',
      get_stuck_limits: 'Viewed stuck-order limits',
      change_stuck_limits: 'Changed stuck-order limits',
      list_markers: 'Listed markers',
      list_catalogue: 'Viewed catalog',
      save_catalogue_entries: 'Changed catalog',
      remove_catalogue_entry: 'Removed catalog entry',
      get_service_centers: 'Searched service centers',
      locate_zips: 'Located ZIP codes',
      book_phlebotomy_appointment: 'Booked draw',
      list_bookings: 'Listed bookings',
      get_booking: 'Viewed booking',
      set_booking_state: 'Set booking state',
    },
  },
  {
    label: 'Connections and access',
    actions: {
      list_user_providers: 'Viewed connections',
      search_directory_connections: 'Listed connections of all users',
      count_directory_sources: 'Counted connections by source',
      deregister_provider: 'Disconnected source',
      bulk_import_connections: 'Imported connections',
      create_link_token: 'Created link token',
      create_link_code: 'Created link code',
      create_portal_url: 'Created portal link',
      create_sign_in_token: 'Created sign-in token',
    },
  },
  {
    label: 'Exports and secrets',
    actions: {
      reveal_patient_data: 'Revealed patient data',
      show_secret: 'Revealed secret',
      copy_secret: 'Copied secret',
      export_orders: 'Exported orders',
      export_users: 'Exported users',
      export_connections: 'Exported connections',
      print_hand_out: 'Printed patient card',
      enter_production: 'Entered production',
      report_action: 'Reported action',
      list_audit: 'Viewed audit log',
      count_subject_views: 'Viewed access history',
      export_audit: 'Exported audit log',
    },
  },
  {
    label: 'Sign-in',
    actions: {
      sign_in: 'Signed in',
      sign_in_password_accepted: 'Password accepted, code pending',
      sign_in_identity_accepted: 'Single sign-on accepted, code pending',
      sign_in_failed: 'Sign-in failed',
      wrong_service_keys: 'Too many wrong API keys',
      second_factor_failed: 'Wrong two-factor code',
      recovery_code_used: 'Signed in with recovery code',
      sign_out: 'Signed out',
      session_revoked: 'Ended session',
      password_changed: 'Changed own password',
      second_factor_enabled: 'Turned on two-factor authentication',
      second_factor_disabled: 'Turned off two-factor authentication',
      recovery_codes_replaced: 'Created recovery codes',
    },
  },
  {
    label: 'Staff',
    actions: {
      administrator_set_up: 'Set up first administrator',
      staff_invited: 'Invited staff member',
      invitation_accepted: 'Accepted invitation',
      staff_joined: 'Joined by single sign-on',
      staff_reset_requested: 'Requested access reset',
      staff_reset_declined: 'Declined access request',
      staff_removal_requested: 'Requested removal of administrator',
      staff_removed: 'Removed staff member',
      staff_email_change_requested: 'Requested email change of administrator',
      staff_email_changed: 'Changed staff email',
      staff_renamed: 'Renamed staff member',
      get_sign_in_rules: 'Viewed sign-in rules',
      sign_in_rule_changed: 'Changed two-factor requirement',
      list_notices: 'Viewed notices',
      dismiss_notices: 'Dismissed notices',
      sign_in_limited: 'Too many sign-in attempts',
      identity_linked: 'Linked single sign-on identity',
      staff_updated: 'Changed staff member',
      staff_disabled: 'Disabled staff member',
      staff_enabled: 'Enabled staff member',
      staff_access_reset: 'Reset access',
      list_staff: 'Listed staff',
    },
  },
]

/** A refused call is recorded under its endpoint's name, one that worked under its event's: people see one action. */
const REFUSED_AS: Readonly<Record<string, string>> = {
  invite_staff: 'staff_invited',
  update_staff: 'staff_updated',
  reset_staff_access: 'staff_access_reset',
  decline_staff_reset: 'staff_reset_declined',
  remove_staff: 'staff_removed',
  change_sign_in_rule: 'sign_in_rule_changed',
  change_staff_email: 'staff_email_changed',
}

const LABELS: ReadonlyMap<string, string> = new Map(ACTION_GROUPS.flatMap(({ actions }) => Object.entries(actions)))

export function actionLabel(action: string): string | null {
  return LABELS.get(REFUSED_AS[action] ?? action) ?? null
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
