#!/bin/sh
# From an empty team to a booked draw and back, by the API of the embedded service alone.
#   sh docs/api-tour.sh [address] [data directory]
# It leaves one booking of the sample team; everything else that it makes it deletes.
set -eu
URL=${1:-http://localhost:3000}
KEYS=${2:-.data}
MANAGEMENT_KEY=${MANAGEMENT_KEY:-$(cat "$KEYS/management-key")}
SAMPLE_KEY=${SERVICE_API_KEY:-$(cat "$KEYS/service-api-key")}

# call METHOD PATH [JSON]: answers the body, or ends with what the service said. Keys never stand in an argument.
call() {
  printf 'header = "%s: %s"\n' "$HEADER" "$KEY" |
    curl --silent --show-error --fail-with-body --config - --request "$1" ${3+--json "$3"} "$URL$2" ||
    { echo "failed: $1 $2" >&2; exit 1; }
}
manage() { HEADER=X-Management-Key KEY=$MANAGEMENT_KEY call "$@"; }
team() { HEADER=x-service-api-key KEY=$TEAM_KEY call "$@"; }
sample() { HEADER=x-service-api-key KEY=$SAMPLE_KEY call "$@"; }
# field NAME: the first text of that name in JSON.
field() { grep -o "\"$1\":\"[^\"]*\"" | head -n 1 | cut -d '"' -f 4; }

# An installation has one organization, always with this ID.
ORG=5b1e0c7a-77f4-4d0e-9a54-1f0a3c2d6e03
echo "organization: $(manage GET "/v1/org/$ORG" | field name)"

TEAM=$(manage POST "/v1/org/$ORG/team" '{"name": "Tour"}' | field team_id)
MADE=$(manage POST "/v1/org/$ORG/team/$TEAM/api_key" '{"label": "Tour"}')
TEAM_KEY=$(echo "$MADE" | field key)
KEY_ID=$(echo "$MADE" | field id)
echo "team: $TEAM"

USER=$(team POST /v2/user '{"client_user_id": "first"}' | field user_id)
echo "user: $USER"

team POST /v2/link/bulk_import "{\"provider\": \"marrowfit\", \"wait_for_completion\": true, \"connections\": [
  {\"user_id\": \"$USER\", \"access_token\": \"a\", \"refresh_token\": \"r\", \"provider_id\": \"p\", \"expires_at\": 1900000000}]}" >/dev/null
echo "source: $(team GET "/v2/user/providers/$USER" | field slug)"

# No operation makes an order, so the draw is booked for one of the sample team's.
for ORDER in $(sample GET '/v3/orders?order_type=at_home_phlebotomy&status=ordered&size=20' |
  grep -o '"id":"[0-9a-f-]*","team_id"' | cut -d '"' -f 4); do
  BOOKED=$(sample POST "/v3/order/$ORDER/phlebotomy/appointment/book" '{"booking_key": "sandbox_confirm"}' 2>/dev/null) && break
done
echo "draw: $(echo "$BOOKED" | field status)"

team DELETE "/v2/user/$USER/marrowfit" >/dev/null
team DELETE "/v2/user/$USER" >/dev/null
team POST "/v2/user/undo_delete?user_id=$USER" >/dev/null
team DELETE "/v2/user/$USER" >/dev/null
manage DELETE "/v1/org/$ORG/team/$TEAM/api_key/$KEY_ID" >/dev/null
(team GET /v2/user/ >/dev/null 2>&1) && { echo 'a deleted key works' >&2; exit 1; }
manage DELETE "/v1/org/$ORG/team/$TEAM" >/dev/null
echo 'deleted: user, key and team'
