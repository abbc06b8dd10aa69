#!/bin/sh
# ./fanfare start runs the shop of an archive; ./fanfare NAME runs one of its commands, such as ./fanfare backup --keep 7.
folder=$(cd "$(dirname "$0")" && pwd)
name=${1:-}
[ $# -gt 0 ] && shift
[ "$name" = start ] && name=main
if [ ! -f "$folder/dist/server/$name.js" ]; then
  echo "./fanfare COMMAND, one of start $(cd "$folder/dist/server" && ls ./*.js | sed 's|^\./||; s|\.js$||' | grep -vx main | xargs)" >&2
  exit 1
fi
node=$folder/bin/node
[ -x "$node" ] || node=node
exec "$node" --max-semi-space-size=8 "$folder/dist/server/$name.js" "$@"
