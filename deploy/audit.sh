#!/bin/sh
# Look for known vulnerabilities in what Comptoir depends on, and tell the age of the locks.
#
#     deploy/audit.sh
#
# Exits with 1 if a vulnerable version is locked, and with 3 if something could not be asked:
# the advisories are at the registries, and pip-audit and npm ask for them.
cd "$(dirname "$0")/.." || exit 2
for lock in requirements/*.txt web/package-lock.json; do
  printf '%s: locked %s\n' "$lock" "$(git log -1 --format=%cs -- "$lock")"
done
folder=$(mktemp -d) && trap 'rm -r "$folder"' EXIT
status=0

# judge NAME EXIT MARK: what a tool has answered in $folder/answer; MARK is in any answer.
judge() {
  if ! grep -q "$3" "$folder/answer" 2>/dev/null; then
    echo "$1: not checked: no answer from the registry, or the tool is missing" >&2
    [ "$status" = 1 ] || status=3
  elif [ "$2" = 0 ]; then
    echo "$1: no known vulnerability"
  else
    cat "$folder/answer"
    echo "$1: VULNERABLE, see above" >&2
    status=1
  fi
  rm -f "$folder/answer"
}

for lock in requirements/play.txt requirements/postgres.txt requirements/test.txt; do
  pip-audit --require-hashes --disable-pip -r "$lock" -f json -o "$folder/answer" >/dev/null 2>&1
  judge "$lock" $? '"dependencies"'
done
npm audit --prefix web --audit-level=high --json >"$folder/answer" 2>/dev/null
judge web/package-lock.json $? auditReportVersion
exit "$status"
